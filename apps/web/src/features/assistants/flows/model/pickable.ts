import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import { listStepPositions, type StepPlace } from '@atelier/flows';
import { ReferenceRules } from '@atelier/flows/validation';

/** A value that can be inserted, as an expression. */
export interface Pickable {
  token: string;
  /** Its path in the value of the step; empty for the whole value. */
  path: string;
  depth: number;
  /** An example of it as short text; empty when there is none. */
  preview: string;
}

/** The values of one step or trigger. */
export interface PickGroup {
  name: string;
  title: string;
  values: Pickable[];
}

const deepest = 5;
const mostPerGroup = 80;
const longestPreview = 60;
const plainKey = /^[A-Za-z_]\w*$/;

const toPreview = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > longestPreview ? `${text.slice(0, longestPreview)}…` : text;
};

const listPathEntries = (value: unknown): [string, unknown][] => {
  if (Array.isArray(value)) return value.slice(0, 3).map((it: unknown, index) => [`[${index}]`, it]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([key, it]: [string, unknown]) => [
    plainKey.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`,
    it,
  ]);
};

/** Lists a value with all that is inside it, outermost first. */
const listPickableValues = (name: string, sample: unknown): Pickable[] => {
  const values: Pickable[] = [];
  const visit = (path: string, value: unknown, depth: number): void => {
    if (values.length >= mostPerGroup) return;
    const preview = value === undefined ? '' : toPreview(value);
    values.push({ token: `{{${name}${path}}}`, path: path.replace(/^\./, ''), depth, preview });
    if (depth === deepest) return;
    for (const [key, inner] of listPathEntries(value)) visit(path + key, inner, depth + 1);
  };
  visit('', sample, 0);
  return values;
};

const findSample = (step: FlowStep, pieces: readonly PieceDescription[]): unknown => {
  if (step.sample !== undefined || step.type !== 'PIECE') return step.sample;
  const piece = pieces.find(({ name }) => name === step.settings.pieceName);
  return piece?.actions.find(({ name }) => name === step.settings.actionName)?.sample ?? undefined;
};

/** The names of the loops and branches around a step. */
const around = (places: readonly StepPlace[], name: string): Set<string> => {
  const parents = new Map(places.map(({ step, parent }) => [step.name, parent?.name]));
  const names = new Set<string>();
  for (let outer = parents.get(name); outer !== undefined; outer = parents.get(outer)) names.add(outer);
  return names;
};

const triggerGroups = (flow: Flow, pieces: readonly PieceDescription[]): PickGroup[] =>
  flow.triggers.flatMap(({ name, displayName, settings, sample }) => {
    if (settings === null) return [];
    const piece = pieces.find((it) => it.name === settings.pieceName);
    const known = sample ?? piece?.triggers.find((it) => it.name === settings.triggerName)?.sample;
    return [{ name, title: displayName, values: listPickableValues(name, known ?? undefined) }];
  });

const runGroup: PickGroup = {
  name: 'run',
  title: 'This run',
  values: [
    { token: '{{run.id}}', path: 'id', depth: 1, preview: '' },
    {
      token: '{{run.resumeUrl}}',
      path: 'resumeUrl',
      depth: 1,
      preview: 'The address that “Wait for a call” waits at',
    },
  ],
};

/** Returns what the expressions of a step may refer to, as the validation sees it, in the order of the flow. A trigger comes before all data. */
export const pickableValues = (
  flow: Flow,
  name: string,
  pieces: readonly PieceDescription[],
): PickGroup[] => {
  const places = listStepPositions(flow);
  const outer = around(places, name);
  const rules = new ReferenceRules(flow);
  if (!Object.hasOwn(flow.steps, name)) return [];
  const steps = places.filter(({ step }) => rules.whyNot(name, step.name) === undefined);
  return [
    ...triggerGroups(flow, pieces),
    ...steps.map(({ step }) => ({
      name: step.name,
      title: step.displayName,
      values: outer.has(step.name)
        ? listPickableValues(step.name, { item: firstItem(step), index: 0 }).slice(1)
        : listPickableValues(step.name, findSample(step, pieces)),
    })),
    runGroup,
  ];
};

const firstItem = ({ sample }: FlowStep): unknown => {
  const item: unknown =
    typeof sample === 'object' && sample !== null && !Array.isArray(sample)
      ? Reflect.get(sample, 'item')
      : undefined;
  return item;
};
