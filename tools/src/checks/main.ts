// Runs this repository's own checks: node tools/run.mjs tools/src/checks/main.ts [folder].
import { resolve } from 'node:path';
import { codeChecks } from './code-checks.ts';
import { dependencyChecks } from './dependency-checks.ts';
import { documentChecks } from './document-checks.ts';
import { errorCodeChecks } from './error-code-checks.ts';
import { exportChecks } from './export-checks.ts';
import { expressionChecks } from './expression-checks.ts';
import { layoutChecks } from './layout-checks.ts';
import { moduleChecks } from './module-checks.ts';
import { proofChecks } from './proof-checks.ts';
import { readTree } from './source-tree.ts';
import { tableChecks } from './table-checks.ts';

const tree = readTree(resolve(process.argv[2] ?? '.'));
const checks = [
  ...codeChecks,
  ...errorCodeChecks,
  ...expressionChecks,
  ...dependencyChecks,
  ...layoutChecks,
  ...moduleChecks,
  ...tableChecks,
  ...exportChecks,
  ...proofChecks,
  ...documentChecks,
];
const findings = checks.flatMap((check) =>
  check.run(tree).map((finding) => ({ ...finding, rule: check.name })),
);

for (const { path, line, rule, message } of findings) {
  console.log(`${path}${line === undefined ? '' : `:${line}`} ${rule}: ${message}`);
}
console.log(`${checks.length} checks on ${tree.files.length} files, ${findings.length} findings`);
if (findings.length > 0 || tree.files.length === 0) process.exitCode = 1;
