import { fileOf, isTest, packageOf } from './repository-paths.js';
import { ENVIRONMENT_READERS } from './rule-lists.js';
import { globalsOf, memberOf } from './identifier-references.js';

export const environment = {
  meta: { type: 'problem', docs: { description: 'the environment must be read and parsed in one place per program' } },
  create(context) {
    const file = fileOf(context);
    if (!packageOf(file) || isTest(file) || ENVIRONMENT_READERS.includes(file)) return {};
    const report = (node) =>
      context.report({ node, message: `the environment is read in ${ENVIRONMENT_READERS.join(', ')} only` });
    return {
      Program() {
        for (const identifier of globalsOf(context)) {
          const member = memberOf(identifier);
          const isWhole = identifier.name === 'process' && (member === undefined || member === 'env');
          if (isWhole || (identifier.name === 'globalThis' && (member === undefined || member === 'process')))
            report(identifier);
        }
      },
      // commander's: an option that may stand in the environment.
      CallExpression(node) {
        const [name] = node.arguments;
        if (node.callee.property?.name === 'env' && typeof name?.value === 'string') report(node);
      },
      ImportDeclaration(node) {
        if (/^(node:)?process$/.test(node.source.value)) report(node);
      },
    };
  },
};
