import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { type Place, placeBeside } from '@atelier/flows/operations';
import type { Commands } from './use-commands.ts';

/** A key as an event has it. */
interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** Returns the place of a step that is added below a node: a step, a trigger, or `step_1#0` for a branch. */
const placeBelow = (id: string, flow: Flow): Place => {
  const [step = '', branch] = id.split('#');
  const owner = flow.steps[step];
  if (owner === undefined) return { after: null };
  return branch === undefined ? { after: step } : { inside: step, body: Number(branch) };
};

type Keys = Record<string, () => void>;

const commandKeys = (id: string, flow: Flow, commands: Commands): Keys => {
  const paste = { v: () => commands.paste(placeBelow(id, flow)) };
  if (flow.steps[id] === undefined) return paste;
  return {
    ...paste,
    c: () => commands.copy(id),
    x: () => {
      commands.copy(id);
      commands.remove(id);
    },
    d: () => commands.duplicate(id),
  };
};

const moveKeys = (id: string, flow: Flow, commands: Commands): Keys => ({
  ArrowUp: () => commands.move(id, placeBeside(flow, id, 'up')),
  ArrowDown: () => commands.move(id, placeBeside(flow, id, 'down')),
});

const plainKeys = (id: string, flow: Flow, commands: Commands): Keys => {
  const add = { a: () => commands.setChoosing({ place: placeBelow(id, flow) }) };
  if (flow.steps[id] === undefined) return add;
  return { ...add, Delete: () => commands.remove(id), Backspace: () => commands.remove(id) };
};

/** Does what a key on the card of a node stands for. Returns true when it stands for something. */
export const pressKey = (id: string, { key, ...held }: Press, flow: Flow, commands: Commands): boolean => {
  const isCommand = held.ctrlKey || held.metaKey;
  const keysOf = isCommand ? commandKeys : held.altKey ? moveKeys : plainKeys;
  const keys = keysOf(id, flow, commands);
  const run = Object.hasOwn(keys, key) ? keys[key] : undefined;
  run?.();
  return run !== undefined;
};
