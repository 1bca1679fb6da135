import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const contractFile = /[\\/]packages[\\/]contracts[\\/]src[\\/](?:[\w-]+[\\/])*([\w-]+\.ts)(\?endpoints)?$/;
/** The fields of an endpoint that the browser's code never reads. Schemas are not listed, because forms read some of them. */
const serverParts = new Set([
  'summary',
  'params',
  'query',
  'body',
  'reply',
  'events',
  'sends',
  'form',
  'headers',
  'failureShape',
  'foreignTenant',
  'unaudited',
]);
const readParts = /\b(?:(\w+)\.)?endpoints\.(\w+)\.(params|query|body|reply|events)\b/g;
const readErrors = /\b(\w+)\.errors\b/g;

/** The parts of a syntax tree that are used here. */
interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  key?: Node;
  id?: Node;
  value?: Node;
  argument?: Node;
  callee?: Node;
  init?: Node | null;
  arguments?: Node[];
  properties?: Node[];
  declaration?: Node | null;
  declarations?: Node[];
}

interface Change {
  at: number;
  until: number;
  text: string;
}

const namesReadIn = (sources: string): Set<string> => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((it) =>
    /\.tsx?$/.test(it),
  );
  return new Set(
    files.flatMap((file) => {
      const text = readFileSync(join(sources, file), 'utf8');
      const parts = [...text.matchAll(readParts)].map(
        ([, contract = '', endpoint, part]) => `${contract}.${endpoint}.${part}`,
      );
      return [...parts, ...[...text.matchAll(readErrors)].map(([, contract]) => `${contract}.errors`)];
    }),
  );
};

const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
  object?.properties?.find(({ key }) => key?.name === name);

const cut = ({ start, end }: Node): Change => ({ at: start, until: end, text: '...{}' });

/** Returns changes that remove the unread parts of endpoints, and the names of objects that are spread into endpoints. */
const endpointChanges = (contract: string, endpoints: Node[], isRead: (name: string) => boolean) => {
  const spread = new Set<string>();
  const changes = endpoints.flatMap(({ key: endpoint, value }) =>
    (value?.properties ?? []).flatMap((part) => {
      if (part.type === 'SpreadElement' && part.argument?.name) spread.add(part.argument.name);
      const name = part.key?.name ?? '';
      const isNeeded = [contract, ''].some((of) => isRead(`${of}.${endpoint?.name}.${name}`));
      return serverParts.has(name) && !isNeeded ? [cut(part)] : [];
    }),
  );
  return { changes, spread };
};

const contractChanges = ({ id, init }: Node, isRead: (name: string) => boolean) => {
  const description = init?.arguments?.[0];
  const contract = id?.name ?? '';
  const errors = propertyOf(description, 'errors');
  const alsoFails = propertyOf(description, 'alsoFails');
  const { changes, spread } = endpointChanges(
    contract,
    propertyOf(description, 'endpoints')?.value?.properties ?? [],
    isRead,
  );
  const unread = [
    errors && !isRead(`${contract}.errors`) ? [cut(errors)] : [],
    alsoFails ? [cut(alsoFails)] : [],
  ];
  return { changes: [...changes, ...unread.flat()], spread };
};

/** Marks a value as free of side effects, so that it is removed when nothing uses it. */
const asPure = ({ start, end }: Node): Change[] => [
  { at: start, until: start, text: '/* @__PURE__ */ (() => (' },
  { at: end, until: end, text: '))()' },
];

const isContract = ({ init }: Node): boolean => init?.callee?.name === 'defineContract';

const changesOf = (declarators: Node[], isRead: (name: string) => boolean): Change[] => {
  const contracts = declarators.filter(isContract).map((it) => contractChanges(it, isRead));
  const spread = new Set(contracts.flatMap((it) => [...it.spread]));
  const others = declarators
    .filter((it) => !isContract(it))
    .flatMap(({ id, init }) => {
      if (init?.type === 'CallExpression') return asPure(init);
      if (!spread.has(id?.name ?? '')) return init?.type === 'ObjectExpression' ? asPure(init) : [];
      return (init?.properties ?? []).filter(({ key }) => serverParts.has(key?.name ?? '')).map(cut);
    });
  return [...contracts.flatMap(({ changes }) => changes), ...others];
};

/** The contract itself comes from the module with the endpoints, which is a different file from the schemas. */
const withoutContract = (statements: Node[], file: string): Change[] =>
  statements.flatMap((statement) => {
    const contract = (statement.declaration ?? statement).declarations?.find(isContract)?.id?.name;
    if (contract === undefined) return [];
    const text = `import { ${contract} } from './${file}?endpoints'; export { ${contract} };`;
    return [{ at: statement.start, until: statement.end, text }];
  });

const applied = (code: string, changes: Change[]): string =>
  [...changes]
    .sort((one, other) => other.at - one.at)
    .reduce((text, { at, until, text: instead }) => text.slice(0, at) + instead + text.slice(until), code);

/**
 * Leaves out of the browser's code those parts of contracts that only the server reads. An endpoint keeps its method, path and access, and
 * those schemas that a source names (`people.endpoints.invite.body`). The endpoints become a module of their own, so that a page that only
 * calls them loads neither schemas nor zod.
 */
export const leanContracts = (sources: string): Plugin => {
  let read: ReadonlySet<string> = new Set();
  return {
    name: 'lean-contracts',
    apply: 'build',
    buildStart: () => {
      read = namesReadIn(sources);
    },
    transform(code, id) {
      const [, file, isEndpoints] = contractFile.exec(id) ?? [];
      if (file === undefined) return null;
      const { body } = this.parse(code) as unknown as { body: Node[] };
      const declarators = body.flatMap(
        (statement) => (statement.declaration ?? statement).declarations ?? [],
      );
      const changes = isEndpoints
        ? changesOf(declarators, (name) => read.has(name))
        : [
            ...changesOf(
              declarators.filter((it) => !isContract(it)),
              () => true,
            ),
            ...withoutContract(body, file),
          ];
      return { code: applied(code, changes), map: null };
    },
  };
};
