import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowOperation } from '@atelier/flows/operations';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FlowEditor } from './flow-editor.ts';

const named = (displayName: string): Flow => ({
  displayName,
  triggers: [],
  first: null,
  steps: {},
  notes: [],
});
const rename = (displayName: string): FlowOperation[] => [{ type: 'RENAME_FLOW', displayName }];

type Save = (flow: Flow, revision: number | undefined) => Promise<number>;

const start = (save: Save, onMisfit = vi.fn<(message: string) => void>()) =>
  new FlowEditor(named('a'), 1, {
    save,
    onMisfit,
    describe: (error) => ({ message: String(error), isRefused: String(error).includes('changed') }),
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the draft of a flow', () => {
  it('is saved a moment after the last change, with the revision that it was read with', async () => {
    const save = vi.fn<Save>((_, revision = 0) => Promise.resolve(revision + 1));
    const editor = start(save);
    editor.change(rename('b'));
    expect(editor.getState().saving).toBe('changed');
    await vi.advanceTimersByTimeAsync(500);
    editor.change(rename('c'));
    await vi.advanceTimersByTimeAsync(500);
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(300);
    editor.change(rename('d'));
    await editor.saveNow();
    expect(save.mock.calls.map(([flow, revision]) => [flow.displayName, revision])).toEqual([
      ['c', 1],
      ['d', 2],
    ]);
    expect(editor.getState().saving).toBe('saved');
  });

  it('saves what was changed while it was being saved', async () => {
    const waiting: (() => void)[] = [];
    const saved: string[] = [];
    const editor = start(async (flow) => {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      saved.push(flow.displayName);
      return 2;
    });
    editor.change(rename('b'));
    const all = editor.saveNow();
    await vi.advanceTimersByTimeAsync(0);
    editor.change(rename('c'));
    waiting.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    waiting.shift()?.();
    await expect(all).resolves.toBe(true);
    expect(saved).toEqual(['b', 'c']);
  });

  it('stops saving when somebody else has changed the flow, until it is told to overwrite', async () => {
    const save = vi.fn<Save>((_, revision) =>
      revision === undefined ? Promise.resolve(9) : Promise.reject(new Error('changed by Ben')),
    );
    const editor = start(save);
    editor.change(rename('b'));
    await expect(editor.saveNow()).resolves.toBe(false);
    expect(editor.getState()).toMatchObject({ saving: 'refused', failure: 'Error: changed by Ben' });
    editor.change(rename('c'));
    await vi.advanceTimersByTimeAsync(5000);
    expect(save).toHaveBeenCalledTimes(1);
    await expect(editor.overwrite()).resolves.toBe(true);
    expect(save.mock.lastCall?.[0].displayName).toBe('c');
  });

  it('can be saved again after a failure', async () => {
    let fails = true;
    const editor = start(() => (fails ? Promise.reject(new Error('offline')) : Promise.resolve(2)));
    editor.change(rename('b'));
    await vi.advanceTimersByTimeAsync(800);
    expect(editor.getState().saving).toBe('failed');
    fails = false;
    await expect(editor.saveNow()).resolves.toBe(true);
  });

  it('undoes and redoes, and takes the typing in one field as one change', async () => {
    const editor = start(() => Promise.resolve(2));
    for (const name of ['b', 'bc', 'bcd']) editor.change(rename(name), 'name');
    editor.change(rename('e'), 'other');
    const name = () => editor.getState().flow.displayName;
    editor.undo();
    expect(name()).toBe('bcd');
    editor.undo();
    expect([name(), editor.getState().canUndo]).toEqual(['a', false]);
    editor.redo();
    editor.redo();
    expect([name(), editor.getState().canRedo]).toEqual(['e', false]);
    await vi.advanceTimersByTimeAsync(3000);
    editor.change(rename('f'), 'other');
    editor.undo();
    expect(name()).toBe('e');
    editor.change([]);
    expect(editor.getState().canRedo).toBe(true);
  });

  it('keeps what does not fit as it is, and says why', () => {
    const onMisfit = vi.fn<(message: string) => void>();
    const editor = start(() => Promise.resolve(2), onMisfit);
    editor.change([...rename('b'), { type: 'DELETE_STEPS', first: 'step_1', last: 'step_1' }]);
    expect(onMisfit).toHaveBeenCalledExactlyOnceWith('There is no step “step_1”.');
    expect(editor.getState()).toMatchObject({ flow: { displayName: 'a' }, canUndo: false, saving: 'saved' });
  });

  it('takes over a version that the server has restored, and undoes that', async () => {
    const save = vi.fn<Save>(() => Promise.resolve(8));
    const editor = start(save);
    editor.change(rename('b'));
    editor.replace(named('old'), 7);
    await vi.advanceTimersByTimeAsync(5000);
    expect([editor.getState().flow.displayName, editor.getState().saving]).toEqual(['old', 'saved']);
    expect(save).not.toHaveBeenCalled();
    editor.undo();
    await vi.advanceTimersByTimeAsync(5000);
    expect(save.mock.calls).toEqual([[named('b'), 7]]);
  });
});
