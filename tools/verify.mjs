// npm run verify: checks format, lint, types, boundaries, dead code, the rules of this repository and its figures. It needs no database.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, main, PrepareError, pinnedEnv, pinnedNode, root } from './prepare.mjs';

const bin = (name, ...args) => [join(root, 'node_modules', '.bin', name), ...args];
const script = (file, ...args) => [pinnedNode, join(root, 'tools', 'src', file), ...args];

// Two steps run at a time, one on each core, and a type checker with more threads would compute most of the types again.
const typesOf = (project) => bin('tsc', '--noEmit', '--singleThreaded', '-p', project);
const env = pinnedEnv({ GOMAXPROCS: '1' });

// The longest step comes first, so that two cores finish together.
const steps = [
  { name: 'lint', command: bin('oxlint') },
  { name: 'types', command: typesOf('tsconfig.json') },
  { name: 'types of the browser', command: typesOf('apps/web/tsconfig.json') },
  { name: 'dead code', command: bin('knip', '--no-progress', '--no-config-hints') },
  { name: 'boundaries', command: script('boundaries.ts') },
  { name: 'format', command: bin('biome', 'check', '--error-on-warnings', '.') },
  { name: 'own checks', command: script('checks/main.ts') },
  { name: 'figures', command: script('figures/main.ts') },
];

const capture = ([command, ...args]) =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => resolve({ code: 1, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });

const runStep = async ({ name, command }) => {
  const since = Date.now();
  const { code, output } = await capture(command);
  const time = `${((Date.now() - since) / 1000).toFixed(1)} s`;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name.padEnd(20)} ${time.padStart(7)}`);
  return { name, ok: code === 0, output };
};

const worker = async (waiting, results) => {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift())
    results.push(await runStep(step));
};

const chosen = (names) => {
  const picked = names.length === 0 ? steps : steps.filter(({ name }) => names.includes(name.split(' ')[0]));
  if (picked.length === 0) throw new PrepareError(`Steps: ${steps.map(({ name }) => name).join(', ')}.`);
  return picked;
};

await main(async () => {
  await ensureInstalled();
  const since = Date.now();
  const waiting = [...chosen(process.argv.slice(2))];
  const results = [];
  await Promise.all([worker(waiting, results), worker(waiting, results)]);
  const failed = results.filter(({ ok }) => !ok);
  for (const { name, output } of failed) console.log(`\n--- ${name} ---\n${output.trim()}`);
  const time = ((Date.now() - since) / 1000).toFixed(1);
  console.log(`\n${results.length - failed.length} of ${results.length} steps passed in ${time} s`);
  return failed.length === 0 ? 0 : 1;
});
