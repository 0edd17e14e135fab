import {posix} from 'node:path';

/** A class whose base is given another type, as in `extends (Base as Other)`: the analyzer is told the base's name. */
const baseOfAnotherType = {
  name: 'base-of-another-type',
  analyzePhase({ts, node, moduleDoc, context}) {
    if (!ts.isClassDeclaration(node)) return;
    let base = node.heritageClauses?.find(({token}) => token === ts.SyntaxKind.ExtendsKeyword)?.types[0]
      ?.expression;
    if (!base || !ts.isParenthesizedExpression(base)) return;
    while (!ts.isIdentifier(base)) base = base.expression;
    const name = base.text;
    const {importPath} = context.imports.find((one) => one.name === name);
    const module = posix.join('/', posix.dirname(moduleDoc.path), importPath);
    const declaration = moduleDoc.declarations.find((one) => one.name === node.name.text);
    declaration.superclass = {name, module};
  },
};

// The analyzer would write the path of its own output into package.json.
export default {packagejson: false, plugins: [baseOfAnotherType]};
