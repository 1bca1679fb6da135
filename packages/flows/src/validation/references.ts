import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listStepPositions } from '../model/index.ts';

/** The bodies around a step, from the outside. */
type Path = readonly { name: string; body: number }[];

interface Known {
  step: FlowStep;
  order: number;
  path: Path;
}

const isLoop = ({ type }: FlowStep): boolean => type === 'LOOP_ON_ITEMS' || type === 'REPEAT_UNTIL';

/** Returns true when two steps are in different branches of one step. */
const areSiblings = (one: Path, other: Path): boolean => {
  const at = one.findIndex(
    (part, index) => part.name !== other[index]?.name || part.body !== other[index].body,
  );
  return at >= 0 && one[at]?.name === other[at]?.name;
};

/** Knows what the expressions of each step may refer to: triggers, earlier steps, and the loops around it, but no sibling branch. */
export class ReferenceRules {
  /** The triggers, and the run itself: `{{run.id}}` and `{{run.resumeUrl}}`. */
  readonly #always: ReadonlySet<string>;
  readonly #known = new Map<string, Known>();

  constructor(flow: Flow) {
    this.#always = new Set(['run', ...flow.triggers.map(({ name }) => name)]);
    for (const [order, { step, parent }] of listStepPositions(flow).entries()) {
      const around = parent ? (this.#known.get(parent.name)?.path ?? []) : [];
      this.#known.set(step.name, { step, order, path: parent ? [...around, parent] : [] });
    }
  }

  /** Returns a sentence that says why a step cannot refer to a name, or undefined when it can. */
  whyNot(from: string, name: string): string | undefined {
    if (this.#always.has(name)) return undefined;
    const [here, there] = [this.#known.get(from), this.#known.get(name)];
    if (!there) return `There is no step “${name}”.`;
    if (!here) return undefined;
    if (here.path.some((part) => part.name === name)) {
      return isLoop(there.step) ? undefined : `“${there.step.displayName}” has no value inside its branches.`;
    }
    // The conditions of a repeat-until are judged after a round: they see its number, and the steps inside.
    if (name === from && here.step.type === 'REPEAT_UNTIL') return undefined;
    const isInside = there.path.some((part) => part.name === from);
    if (isInside && here.step.type === 'REPEAT_UNTIL') return undefined;
    if (there.order >= here.order) return `“${there.step.displayName}” does not come before this step.`;
    return areSiblings(here.path, there.path)
      ? `“${there.step.displayName}” is in another branch, which may not have run.`
      : undefined;
  }
}
