import ts from 'typescript';

/** The text of a string or a template, with the name of what it is filled with in braces. */
export function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  return (
    node.head.text +
    node.templateSpans.map(({ expression, literal }) => `{${nameOf(expression)}}${literal.text}`).join('')
  );
}

/** What an element of a page says, in one line. */
export function textOfElement(node: ts.JsxElement | ts.JsxFragment): string {
  return node.children.map(textOfChild).join('').replaceAll(/\s+/g, ' ').trim();
}

function textOfChild(child: ts.JsxChild): string {
  if (ts.isJsxText(child)) return child.text;
  if (ts.isJsxElement(child) || ts.isJsxFragment(child)) return textOfElement(child);
  if (!ts.isJsxExpression(child) || child.expression === undefined) return '';
  return textOf(child.expression) ?? `{${nameOf(child.expression)}}`;
}

function nameOf(expression: ts.Expression): string {
  if (ts.isPropertyAccessExpression(expression)) return expression.name.text;
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression)) return nameOf(expression.arguments[0] ?? expression.expression);
  return '…';
}
