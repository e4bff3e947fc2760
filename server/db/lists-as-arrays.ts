import {
  type BinaryOperationNode,
  FunctionNode,
  type KyselyPlugin,
  OperationNodeTransformer,
  OperatorNode,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  PrimitiveValueListNode,
  ValueNode,
} from 'kysely';

/**
 * Sends `in (…)` with values as `= any($1)`, and `not in` as `<> all($1)`: one text for a list of any length, so that it is prepared
 * once. PostgreSQL takes the array's type from what it is compared with.
 */
export const listsAsArrays: KyselyPlugin = {
  transformQuery: ({ node, queryId }: PluginTransformQueryArgs) => transformer.transformNode(node, queryId),
  transformResult: async ({ result }: PluginTransformResultArgs) => result,
};

class ListTransformer extends OperationNodeTransformer {
  protected override transformBinaryOperation(node: BinaryOperationNode): BinaryOperationNode {
    const { operator, rightOperand, ...rest } = super.transformBinaryOperation(node);
    if (!OperatorNode.is(operator) || !PrimitiveValueListNode.is(rightOperand))
      return { operator, rightOperand, ...rest };
    const values = [ValueNode.create([...rightOperand.values])];
    switch (operator.operator) {
      case 'in':
        return { ...rest, operator: OperatorNode.create('='), rightOperand: FunctionNode.create('any', values) };
      case 'not in':
        return { ...rest, operator: OperatorNode.create('<>'), rightOperand: FunctionNode.create('all', values) };
      default:
        return { operator, rightOperand, ...rest };
    }
  }
}

const transformer = new ListTransformer();
