import type { IRegularForbiddenRuleType } from 'dependency-cruiser';
import { areaEdges, areaOrder } from './area-edges.ts';
import { type Edge, moduleEdges, modulesOfArea, packageEdges } from './module-order.ts';

const modules = '^apps/server/src/modules/';
/** The files by which others know a module. */
const faces = '(index|declarations)\\.ts$';
const tests = '\\.(test|spec)\\.tsx?$|/tests/';
/**
 * The files of one layer in any module: `repository.ts`, `import-repository.ts`, `repository/…`, and the same in a folder of
 * its own inside a module, `openid/repository.ts`.
 */
const layers = (...names: string[]) =>
  names.flatMap((name) =>
    ['', '[^/]*-', '[^/]+/', '[^/]+/[^/]*-'].map(
      (before) => `${modules}[^/]+/[^/]+/${before}${name}(?:\\.ts$|/)`,
    ),
  );

interface Ban {
  name: string;
  comment: string;
  from: IRegularForbiddenRuleType['from'];
  to: IRegularForbiddenRuleType['to'];
}
const ban = ({ name, comment, from, to }: Ban): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
});

const targetsOf = (edges: readonly Edge<string>[], from: string) =>
  edges.filter((edge) => edge.from === from).map((edge) => edge.to);

const packagesWithEdges = [...new Set(packageEdges.map(({ from }) => from))];

/** Lets packages import these packages, besides contracts. */
const banPackageEdges = (from: Ban['from'], targets: readonly string[]) =>
  ban({
    name: 'package-edge-undeclared',
    comment: 'Declare the edge with its reason in tools/src/module-order.ts.',
    from,
    to: { path: '^packages/', pathNot: [...targets, 'contracts'].map((name) => `^packages/${name}/`) },
  });

const packageRules = [
  ban({
    name: 'contracts-import-zod-only',
    comment: 'A contract describes; it depends on nothing but zod.',
    from: { path: '^packages/contracts/src/', pathNot: tests },
    to: { pathNot: '^packages/contracts/|(^|/)node_modules/zod/' },
  }),
  ban({
    name: 'packages-know-no-app',
    comment: 'A package can be read, tested and measured alone.',
    from: { path: '^packages/' },
    to: { path: '^(apps|e2e|bench|tools)/' },
  }),
  ...packagesWithEdges.map((name) =>
    banPackageEdges({ path: `^packages/${name}/` }, [name, ...targetsOf(packageEdges, name)]),
  ),
  banPackageEdges(
    { path: '^packages/([^/]+)/', pathNot: packagesWithEdges.map((name) => `^packages/${name}/`) },
    ['$1'],
  ),
];

const layerRules = [
  ban({
    name: 'routes-call-use-cases',
    comment: 'A route maps an endpoint to a use case and knows no SQL.',
    from: { path: layers('routes'), pathNot: tests },
    to: { path: layers('repository', 'tables') },
  }),
  ban({
    name: 'use-cases-know-no-route',
    comment: 'HTTP, jobs, importers and agents call the same use case.',
    from: { path: layers('service'), pathNot: tests },
    to: { path: layers('routes') },
  }),
  ban({
    name: 'use-cases-ask-repositories',
    comment: 'SQL lives in repositories; a use case may only name the type of a row.',
    from: { path: layers('service'), pathNot: tests },
    to: { path: layers('tables'), dependencyTypesNot: ['type-only'] },
  }),
  ban({
    name: 'repositories-know-tables-only',
    comment: 'A repository turns calls into SQL and decides nothing.',
    from: { path: layers('repository', 'tables'), pathNot: tests },
    to: { path: layers('service', 'routes', 'policy', 'present', 'jobs', 'subscribers') },
  }),
  ban({
    name: 'policy-and-present-are-pure',
    comment: 'They judge, shape and compute what they are given; they load nothing.',
    from: { path: layers('policy', 'present', 'computations', 'projection'), pathNot: tests },
    to: {
      path: layers('repository', 'tables', 'service', 'routes'),
      dependencyTypesNot: ['type-only'],
    },
  }),
];

const rightOf = <Name extends string>(order: readonly Name[], name: Name) =>
  order.slice(order.indexOf(name) + 1);

// The last area has nothing to its right.
const areaRules = areaOrder.flatMap((area) => [
  ...rightOf(areaOrder, area)
    .slice(0, 1)
    .map(() =>
      ban({
        name: 'area-order',
        comment: 'Areas import only areas to their left in tools/src/area-edges.ts.',
        from: { path: `${modules}${area}/`, pathNot: tests },
        to: { path: rightOf(areaOrder, area).map((right) => `${modules}${right}/`) },
      }),
    ),
  ban({
    name: 'area-edge-undeclared',
    comment: 'Declare the edge between the areas with its reason in tools/src/area-edges.ts.',
    from: { path: `${modules}${area}/`, pathNot: tests },
    to: {
      path: modules,
      pathNot: [area, ...targetsOf(areaEdges, area)].map((to) => `${modules}${to}/`),
    },
  }),
]);

const orderRules = areaOrder.flatMap((area) =>
  modulesOfArea[area].slice(0, -1).map((name, index) =>
    ban({
      name: 'module-order',
      comment:
        'Imports point left in tools/src/module-order.ts; turn the edge round with an event or a registry.',
      from: { path: `${modules}${area}/${name}/`, pathNot: tests },
      to: { path: modulesOfArea[area].slice(index + 1).map((right) => `${modules}${area}/${right}/`) },
    }),
  ),
);

const edgeRules = areaOrder.flatMap((area) =>
  modulesOfArea[area].map((name) =>
    ban({
      name: 'module-edge-undeclared',
      comment: 'Declare the edge with its reason in tools/src/module-order.ts.',
      from: { path: `${modules}${area}/${name}/`, pathNot: tests },
      to: {
        path: `${modules}${area}/`,
        pathNot: [name, ...targetsOf(moduleEdges, name)].map((to) => `${modules}${area}/${to}/`),
      },
    }),
  ),
);

const serverRules = [
  ban({
    name: 'kernel-knows-no-module',
    comment: 'The kernel stands below every module.',
    from: { path: '^apps/server/src/kernel/', pathNot: tests },
    to: { path: '^apps/server/src/(modules/|modules\\.ts$)' },
  }),
  ban({
    name: 'modules-meet-at-index',
    comment: 'Another module is known by its index.ts and its declarations.ts alone.',
    from: { path: `${modules}([^/]+/[^/]+)/` },
    to: { path: modules, pathNot: [`${modules}$1/`, `${modules}[^/]+/[^/]+/${faces}`] },
  }),
  ban({
    name: 'one-list-of-modules',
    comment: 'Only modules.ts and main.ts know the modules, and the two workers what they compute.',
    from: {
      path: '^apps/server/src/',
      pathNot: [modules, '^apps/server/src/(modules|main|(compute|native)-worker)\\.ts$', tests],
    },
    to: { path: modules },
  }),
  ban({
    name: 'threads-compute-only',
    comment: 'A thread for computing loads what it computes, not the server.',
    from: { path: '^apps/server/src/(compute|native)-worker\\.ts$' },
    to: { path: modules, pathNot: `${modules}[^/]+/[^/]+/(native-)?computations\\.ts$` },
  }),
  ban({
    name: 'outside-meets-at-index',
    comment: 'A module is known from outside by its index.ts and its declarations.ts alone.',
    from: { path: '^apps/server/(src/main\\.ts$|tests/)' },
    to: { path: modules, pathNot: `${modules}[^/]+/[^/]+/${faces}` },
  }),
  ban({
    name: 'module-list-reads-wiring',
    comment: 'The list of modules knows how each is wired, its module.ts, and nothing else of it.',
    from: { path: '^apps/server/src/modules\\.ts$' },
    to: { path: modules, pathNot: `${modules}[^/]+/[^/]+/module\\.ts$` },
  }),
  ban({
    name: 'wiring-is-imported-once',
    comment: 'What wires a module loads all of it, so that only the list of modules and tests import it.',
    from: { path: '^apps/server/', pathNot: ['^apps/server/src/modules\\.ts$', tests] },
    to: { path: `${modules}[^/]+/[^/]+/module\\.ts$` },
  }),
  ...layerRules,
  ...areaRules,
  ...orderRules,
  ...edgeRules,
];

const web = '^apps/web/src/';
const webLayer = (name: string, comment: string, forbidden: string) =>
  ban({
    name: `web-${name}-stays-below`,
    comment,
    from: { path: `${web}${name}/`, pathNot: tests },
    to: { path: `${web}(${forbidden})/` },
  });

const webRules = [
  ban({
    name: 'web-and-server-apart',
    comment: 'They meet in the contract only.',
    from: { path: '^apps/web/' },
    to: { path: '^apps/server/' },
  }),
  ban({
    name: 'server-and-web-apart',
    comment: 'They meet in the contract only.',
    from: { path: '^apps/server/' },
    to: { path: '^apps/web/' },
  }),
  ban({
    name: 'browser-takes-contracts-only',
    comment: 'Engines run on the server.',
    from: { path: '^apps/web/src/', pathNot: tests },
    to: { path: '^packages/', pathNot: '^packages/(contracts|flows)/' },
  }),
  webLayer('ui', 'ui ← lib ← features ← shell', 'lib|features|shell|public'),
  webLayer('lib', 'ui ← lib ← features ← shell', 'features|shell|public'),
  webLayer('features', 'ui ← lib ← features ← shell', 'shell|public'),
  webLayer('public', 'The public pages are a small bundle of their own.', 'features|shell'),
  ban({
    name: 'features-meet-at-index',
    comment: 'Another feature is known by its index.ts alone.',
    from: { path: `${web}features/([^/]+/[^/]+)/` },
    to: {
      path: `${web}features/`,
      pathNot: [`${web}features/$1/`, `${web}features/[^/]+/[^/]+/index\\.tsx?$`],
    },
  }),
  ban({
    name: 'shell-meets-features-at-index',
    comment: 'A feature is known by its index.ts alone.',
    from: { path: web, pathNot: `${web}features/` },
    to: { path: `${web}features/`, pathNot: `${web}features/[^/]+/[^/]+/index\\.tsx?$` },
  }),
];

const product = '^(apps|packages)/[^/]+/src/';

const generalRules = [
  ban({
    name: 'no-circle',
    comment: 'Two files that need each other are one thing or three.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  }),
  ban({
    name: 'product-imports-no-test',
    comment: 'Test code stays out of the product.',
    from: { path: product, pathNot: tests },
    to: { path: tests },
  }),
  ban({
    name: 'journeys-drive-from-outside',
    comment: 'A journey knows the browser, the contract, and the mail servers that tests of mail start.',
    from: { path: '^e2e/', pathNot: '^e2e/attacks/' },
    to: {
      path: '^(apps|packages)/',
      pathNot: '^packages/contracts/|^packages/pieces/tests/mail-servers\\.ts',
    },
  }),
  ban({
    name: 'attacks-know-valid-requests',
    comment: 'An attack begins with a valid request, and the matrix has one for every endpoint.',
    from: { path: '^e2e/attacks/' },
    to: {
      path: '^(apps|packages)/',
      pathNot: '^packages/contracts/|^apps/server/tests/(matrix/|client\\.ts)',
    },
  }),
  ban({
    name: 'unresolvable-import',
    comment: 'The file or package does not exist.',
    from: {},
    to: { couldNotResolve: true },
  }),
  ban({
    name: 'undeclared-dependency',
    comment: 'Name the package in the dependencies of the workspace that imports it.',
    from: { path: product, pathNot: tests },
    to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
  }),
];

/** The rules of docs/house-style.md about imports. */
export const boundaryRules: IRegularForbiddenRuleType[] = [
  ...packageRules,
  ...serverRules,
  ...webRules,
  ...generalRules,
];
