import path from 'node:path';
import ts from 'typescript';

/** One field of parameters, a result or a view, as the source declares it. */
export interface FieldDoc {
  readonly name: string;
  /** In TypeScript's notation, interfaces by their name. */
  readonly type: string;
  readonly isOptional: boolean;
  readonly description: string;
}

export interface MethodDoc {
  readonly name: string;
  readonly surface: string;
  readonly kind: string;
  readonly description: string;
  readonly params: readonly FieldDoc[];
  readonly result: readonly FieldDoc[];
}

export interface ObjectDoc {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly FieldDoc[];
}

export interface ProtocolDoc {
  readonly methods: readonly MethodDoc[];
  readonly hello: { readonly params: readonly FieldDoc[]; readonly result: readonly FieldDoc[] };
  /** Every kind of error: its code and what it says. */
  readonly errors: readonly { readonly kind: string; readonly code: string; readonly description: string }[];
  /** Every interface that a method, `hello` or another object names, by name. */
  readonly objects: readonly ObjectDoc[];
}

const folder = path.resolve(import.meta.dirname, '../../src/protocol');
const file = (name: string): string => path.join(folder, name);

/** Reads the protocol as the compiler does: what the clients and the server are checked against. */
export function readProtocol(): ProtocolDoc {
  const program = ts.createProgram(['methods.ts', 'hello.ts', 'errors.ts'].map(file), {
    strict: true,
    exactOptionalPropertyTypes: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    types: [],
  });
  const reader = new Reader(program);
  return {
    methods: reader.methods(),
    hello: {
      params: reader.interfaceNamed('hello.ts', 'HelloParams'),
      result: reader.interfaceNamed('hello.ts', 'HelloResult'),
    },
    errors: reader.errors(),
    objects: reader.objects(),
  };
}

class Reader {
  private readonly program: ts.Program;
  private readonly checker: ts.TypeChecker;
  private readonly named = new Map<string, ts.Type>();

  constructor(program: ts.Program) {
    this.program = program;
    this.checker = program.getTypeChecker();
  }

  methods(): MethodDoc[] {
    return this.properties('methods.ts', 'methods').map((property) => {
      const call = property.initializer;
      if (!ts.isCallExpression(call)) throw new Error(`${property.name.getText()} is no method`);
      const [params, result] = (call.typeArguments ?? []).map((node) =>
        this.checker.getTypeFromTypeNode(node),
      );
      const kind = call.expression.getText();
      const surface = call.arguments[0]?.getText().replaceAll("'", '') ?? 'worker';
      return {
        name: nameOf(property),
        surface,
        kind,
        description: commentOf(property),
        params: [...(params === undefined ? [] : this.fields(params)), ...this.added(kind, params)],
        result: result === undefined ? [] : this.fields(result),
      };
    });
  }

  /** What `command` adds to the parameters that the table names. */
  private added(kind: string, params: ts.Type | undefined): FieldDoc[] {
    const own = params === undefined ? [] : this.fields(params).map(({ name }) => name);
    if (kind !== 'command') return [];
    return this.interfaceNamed('params.ts', 'Mutation').filter(({ name }) => !own.includes(name));
  }

  interfaceNamed(name: string, wanted: string): FieldDoc[] {
    const found = this.source(name).statements.find(
      (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === wanted,
    );
    if (found === undefined) throw new Error(`${wanted} is not in ${name}`);
    return this.fields(this.checker.getTypeAtLocation(found));
  }

  /** The interfaces named so far, and those that they name. */
  objects(): ObjectDoc[] {
    const docs = new Map<string, ObjectDoc>();
    // Reading the fields of one may name others, which a Map visits as well.
    for (const [name, type] of this.named) {
      const description = oneLine(ts.displayPartsToString(type.symbol.getDocumentationComment(this.checker)));
      docs.set(name, { name, description, fields: this.fields(type) });
    }
    return [...docs.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  errors(): ProtocolDoc['errors'] {
    return this.properties('errors.ts', 'errorCodes').map((property) => ({
      kind: nameOf(property),
      code: property.initializer.getText(),
      description: commentOf(property),
    }));
  }

  private source(name: string): ts.SourceFile {
    const source = this.program.getSourceFile(file(name));
    if (source === undefined) throw new Error(`${name} is not in src/protocol`);
    return source;
  }

  /** The properties of the object that a constant is. */
  private properties(name: string, constant: string): ts.PropertyAssignment[] {
    for (const statement of this.source(name).statements) {
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name: declared, initializer } of statement.declarationList.declarations) {
        if (declared.getText() !== constant || initializer === undefined) continue;
        const object = ts.isAsExpression(initializer) ? initializer.expression : initializer;
        if (ts.isObjectLiteralExpression(object)) return object.properties.filter(ts.isPropertyAssignment);
      }
    }
    throw new Error(`${constant} is not in ${name}`);
  }

  private fields(type: ts.Type): FieldDoc[] {
    return this.checker.getPropertiesOfType(type).map((symbol) => ({
      name: symbol.name,
      type: this.typeText(this.checker.getTypeOfSymbol(symbol)),
      isOptional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      description: oneLine(ts.displayPartsToString(symbol.getDocumentationComment(this.checker))),
    }));
  }

  /** Interfaces by their name, all else by what it is made of: an alias says nothing to who writes JSON. */
  private typeText(type: ts.Type): string {
    if (type.isStringLiteral()) return `"${type.value}"`;
    if (type.isUnion()) return this.unionText(type.types);
    return this.checker.isArrayType(type) ? this.listText(type as ts.TypeReference) : this.objectText(type);
  }

  private listText(type: ts.TypeReference): string {
    const [element] = this.checker.getTypeArguments(type);
    const text = element === undefined ? 'unknown' : this.typeText(element);
    return text.includes(' ') && !text.startsWith('{') ? `(${text})[]` : `${text}[]`;
  }

  /** Also what is no object: numbers and the like go by their own name. */
  private objectText(type: ts.Type): string {
    if (type.isClassOrInterface()) this.named.set(type.symbol.name, type);
    if (type.getSymbol()?.name !== '__type') return this.checker.typeToString(type);
    if (type.aliasSymbol !== undefined) return 'object';
    const inner = this.fields(type).map((one) => `${one.name}${one.isOptional ? '?' : ''}: ${one.type}`);
    return inner.length === 0 ? 'object' : `{ ${inner.join('; ')} }`;
  }

  private unionText(types: readonly ts.Type[]): string {
    const texts = types
      .filter((one) => (one.flags & ts.TypeFlags.Undefined) === 0)
      .map((one) => ((one.flags & ts.TypeFlags.BooleanLiteral) === 0 ? this.typeText(one) : 'boolean'));
    const isNull = (text: string): boolean => text === 'null';
    const unique = [...new Set(texts)];
    return [...unique.filter((text) => !isNull(text)), ...unique.filter(isNull)].join(' | ');
  }
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const nameOf = ({ name }: ts.PropertyAssignment): string => name.getText().replaceAll("'", '');

function commentOf(node: ts.Node): string {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  return oneLine(docs.map((doc) => ts.getTextOfJSDocComment(doc.comment) ?? '').join(' '));
}
