import { fileOf, isTest } from './repository-paths.js';
import { ROUTES_WITHOUT_ROWS } from './rule-lists.js';

const METHODS = new Set(['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all', 'route']);

/** What `node` calls a method of Fastify with begins like a path, or is a whole route. */
function isRoute({ callee, arguments: [first] }) {
  const name = callee.property?.name ?? callee.property?.value;
  if (callee.type !== 'MemberExpression' || !METHODS.has(name) || !first) return false;
  if (name === 'route') return first.type === 'ObjectExpression';
  const text = first.type === 'TemplateLiteral' ? first.quasis[0].value.cooked : first.value;
  return typeof text === 'string' && /^[/*]/.test(text);
}

export const routes = {
  meta: {
    type: 'problem',
    docs: { description: 'each route must have a row in the contract that names its role and audit action' },
  },
  create(context) {
    const file = fileOf(context);
    if (!file.startsWith('backend/src/') || isTest(file) || file in ROUTES_WITHOUT_ROWS) return {};
    const message =
      'a route has a row (contracts/src/routes.ts), which says who may call it and what the audit log notes: give it one (docs/routes.md)';
    return {
      CallExpression(node) {
        if (isRoute(node)) context.report({ node, message });
      },
    };
  },
};
