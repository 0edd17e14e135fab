import ts from 'typescript';
import {parsed} from './source.js';

/** A name that is of money in minor units or in decimal text. */
const money = /amount|price|minor(?!Version)|refunded/i;
const isMoney = (node: ts.Node): boolean => money.test(node.getText());

interface Rule {
  readonly write: string;
  readonly breaks: (node: ts.Node) => boolean;
}

const called = (node: ts.Node): string => (ts.isCallExpression(node) ? node.expression.getText() : '');
const argumentOf = (node: ts.Node): ts.Node | undefined =>
  ts.isCallExpression(node) ? node.arguments[0] : undefined;
const scaling: readonly ts.SyntaxKind[] = [ts.SyntaxKind.AsteriskToken, ts.SyntaxKind.SlashToken];
const isPowerOfTen = (node: ts.Node): boolean =>
  /^\(?(10+(\.0)?|1e\d+|0\.0*1|10n? ?\*\*.*)\)?$/.test(node.getText());

const rules: readonly Rule[] = [
  {
    write: 'moneyText of src/protocol/money-text.ts',
    breaks: (node) =>
      ts.isPropertyAssignment(node) &&
      ((node.name.getText() === 'style' && /^['"`]currency['"`]$/.test(node.initializer.getText())) ||
        /^(minimum|maximum)FractionDigits$/.test(node.name.getText())),
  },
  {
    write: 'currencyDigits or isCurrency of src/protocol/currencies.ts',
    breaks: (node) =>
      (called(node).endsWith('supportedValuesOf') && /currency/.test(argumentOf(node)!.getText())) ||
      (ts.isIdentifier(node) && /^(minimum|maximum)FractionDigits$/.test(node.text) && isRead(node)),
  },
  {
    write: 'no second table: currencies are those of src/protocol/currencies.ts',
    breaks: (node) =>
      ts.isStringLiteralLike(node) &&
      (node.text.match(/\b(BHD|BIF|CLP|IQD|ISK|JPY|KWD|OMR|PYG|TND|VND)\b/g) ?? []).length > 4,
  },
  {
    write: 'toMinorUnits or moneyText: an amount in text is no number',
    breaks: (node) =>
      (/^(Number|(Number\.)?parseFloat)$/.test(called(node)) &&
        !!argumentOf(node) &&
        isMoney(argumentOf(node)!)) ||
      (ts.isPrefixUnaryExpression(node) &&
        node.operator === ts.SyntaxKind.PlusToken &&
        isMoney(node.operand)),
  },
  {
    write: 'toDecimalText: the decimals are those of the currency',
    breaks: (node) =>
      (called(node).endsWith('.toFixed') && isMoney((node as ts.CallExpression).expression)) ||
      (ts.isBinaryExpression(node) &&
        scaling.includes(node.operatorToken.kind) &&
        [
          [node.left, node.right],
          [node.right, node.left],
        ].some(([one, other]) => isPowerOfTen(one!) && isMoney(other!))),
  },
];

const isRead = (node: ts.Identifier): boolean =>
  ts.isBindingElement(node.parent) || ts.isPropertyAccessExpression(node.parent);

/** Where code writes, reads or scales an amount by itself, and what it is to use. */
export function ownMoney(file: string, code: string): string[] {
  const source = parsed(file, code);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const {write, breaks} of rules)
      if (breaks(node)) {
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push(`${file}:${line}: "${node.getText()}"; use ${write}`);
      }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The examples of a document, as code. */
export const examplesIn = (text: string): string =>
  [...text.matchAll(/```(?:tsx?|jsx?|mjs|html)\n([\s\S]*?)```/g)].map(([, code]) => code).join('\n');
