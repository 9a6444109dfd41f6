import { fileOf, isTest, packageOf } from './repository-paths.js';

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression'];

/** V8 puts a function that is written straight into a property among its old objects at once, and with it all that it sees (decision 41). */
export const closures = {
  meta: {
    type: 'problem',
    docs: { description: 'functions must not be assigned to properties of existing objects' },
  },
  create(context) {
    const file = fileOf(context);
    if (packageOf(file) !== 'backend' || isTest(file)) return {};
    return {
      AssignmentExpression(node) {
        if (node.left.type !== 'MemberExpression' || !FUNCTIONS.includes(node.right.type)) return;
        context.report({
          node,
          message:
            'V8 takes this function for a method and keeps all that it sees until the next major collection (decision 41): name it first, then assign the name',
        });
      },
    };
  },
};
