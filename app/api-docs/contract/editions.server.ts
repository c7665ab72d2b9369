import { listNames } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { OpenApi, OpenApiOperation } from './reference.server.ts';

/** A document of some of the calls, and of the schemas that these have. */
export function cutDocument(document: OpenApi, isWanted: (id: string) => boolean): OpenApi {
  const paths = Object.entries(document.paths).flatMap(([path, methods]) => {
    const wanted = Object.entries(methods).filter(([, { operationId }]) => isWanted(operationId));
    return wanted.length === 0 ? [] : [[path, Object.fromEntries(wanted)] as const];
  });
  const { schemas } = document.components;
  const responses = paths.flatMap(([, methods]) => Object.values(methods)).flatMap(listSchemas);
  const names = new Set(responses.flatMap((schema) => listNames(schema, schemas)));
  const components = {
    ...document.components,
    schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => names.has(name))),
  };
  return shareParts({ ...document, paths: Object.fromEntries(paths), components });
}

/** What several calls answer or take alike is said once: most refusals, and nearly all parameters of searches. */
function shareParts(document: OpenApi): OpenApi {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const parameters = new SharedParts(
    'parameters',
    operations.flatMap((operation) => operation.parameters ?? []).map((one) => [one.name, one]),
  );
  const responses = new SharedParts(
    'responses',
    operations.flatMap((operation) => Object.entries(operation.responses)),
  );
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const shared = Object.entries(methods).map(([method, operation]) => {
      const answers = Object.entries(operation.responses).map(([status, one]) => [status, responses.refer(one)]);
      return [
        method,
        {
          ...operation,
          ...(operation.parameters && { parameters: operation.parameters.map((one) => parameters.refer(one)) }),
          responses: Object.fromEntries(answers),
        },
      ];
    });
    return [path, Object.fromEntries(shared)];
  });
  const components = { ...document.components, parameters: parameters.named, responses: responses.named };
  return { ...document, paths: Object.fromEntries(paths), components };
}

class SharedParts {
  readonly named: Readonly<Record<string, object>>;
  readonly #refs: ReadonlyMap<string, { readonly $ref: string }>;

  /** @param parts all of them, by what their names begin with */
  constructor(kind: 'parameters' | 'responses', parts: readonly (readonly [name: string, part: object])[]) {
    const uses = Map.groupBy(parts, ([, part]) => JSON.stringify(part));
    const several = [...uses].flatMap(([json, [first, ...others]]) =>
      first && others.length > 0 ? [{ json, first }] : [],
    );
    const named = several.map(({ json, first: [name, part] }, at) => ({ json, part, name: `${name}.${at + 1}` }));
    this.named = Object.fromEntries(named.map(({ name, part }) => [name, part]));
    this.#refs = new Map(named.map(({ json, name }) => [json, { $ref: `#/components/${kind}/${name}` }]));
  }

  refer(part: object): object {
    return this.#refs.get(JSON.stringify(part)) ?? part;
  }
}

function listSchemas({ requestBody, responses }: OpenApiOperation): JsonSchema[] {
  const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {});
  return contents.flatMap((content) => Object.values(content).map(({ schema }) => schema));
}
