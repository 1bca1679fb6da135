import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { applyAll, type FlowOperation, OperationError } from '@atelier/flows/operations';

/** `refused`: somebody else has changed the flow meanwhile. `failed`: the server could not be reached, or refused it for another reason. */
export type SaveState = 'saved' | 'changed' | 'saving' | 'refused' | 'failed';

export interface EditorState {
  flow: Flow;
  saving: SaveState;
  /** The reason of `refused` and `failed`. */
  failure: string | undefined;
  canUndo: boolean;
  canRedo: boolean;
}

export interface EditorStore {
  /** Stores the flow. Resolves to its new revision. Without a revision, changes of others are overwritten. */
  save: (flow: Flow, revision: number | undefined) => Promise<number>;
  /** Tells what to show of a failure, and whether it means that somebody else has changed the flow. */
  describe: (error: unknown) => { message: string; isRefused: boolean };
  /** Shows why a change does not fit the flow. */
  onMisfit: (message: string) => void;
}

/** Milliseconds without a change after which the draft is saved. */
const saveAfter = 700;
/** Milliseconds in which further changes of the same field belong to the same entry of the history. */
const mergeWithin = 2000;
const longestHistory = 200;

/** The draft of a flow while it is edited: its changes, their history, and saving them. */
export class FlowEditor {
  #state: EditorState;
  #revision: number | undefined;
  #undo: (readonly FlowOperation[])[] = [];
  #redo: (readonly FlowOperation[])[] = [];
  #merge = { key: '', at: 0 };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saving: Promise<void> | undefined;
  readonly #store: EditorStore;
  readonly #listeners = new Set<() => void>();

  constructor(flow: Flow, revision: number, store: EditorStore) {
    this.#revision = revision;
    this.#store = store;
    this.#state = { flow, saving: 'saved', failure: undefined, canUndo: false, canRedo: false };
  }

  readonly getState = (): EditorState => this.#state;
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #set(change: Partial<EditorState>): void {
    const history = { canUndo: this.#undo.length > 0, canRedo: this.#redo.length > 0 };
    this.#state = { ...this.#state, ...history, ...change };
    for (const listener of this.#listeners) listener();
  }

  #changed(flow: Flow): void {
    this.#set({ flow, saving: this.#state.saving === 'refused' ? 'refused' : 'changed' });
    clearTimeout(this.#timer);
    if (this.#state.saving !== 'refused') this.#timer = setTimeout(() => void this.saveNow(), saveAfter);
  }

  /**
   * Changes the flow by operations that are undone together. Changes with the same key that follow each other closely replace the same
   * thing, and are undone together too. Returns false for a change that does not fit the flow: it is not made, and its reason is shown.
   */
  change(operations: readonly FlowOperation[], key = ''): boolean {
    if (operations.length === 0) return true;
    const applied = this.#apply(operations);
    if (applied === undefined) return false;
    const now = Date.now();
    const isMerged = key !== '' && this.#merge.key === key && now - this.#merge.at < mergeWithin;
    if (!isMerged) this.#undo = [...this.#undo.slice(1 - longestHistory), applied.inverses];
    this.#merge = { key, at: now };
    this.#redo = [];
    this.#changed(applied.flow);
    return true;
  }

  #apply(operations: readonly FlowOperation[]) {
    try {
      return applyAll(this.#state.flow, operations);
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      this.#store.onMisfit(error.message);
      return undefined;
    }
  }

  #go(from: (readonly FlowOperation[])[], to: (readonly FlowOperation[])[]): void {
    const operations = from.pop();
    if (operations === undefined) return;
    const { flow, inverses } = applyAll(this.#state.flow, operations);
    to.push(inverses);
    this.#merge = { key: '', at: 0 };
    this.#changed(flow);
  }

  undo(): void {
    this.#go(this.#undo, this.#redo);
  }

  redo(): void {
    this.#go(this.#redo, this.#undo);
  }

  /** Takes over what the server has, for example a restored version. It can be undone. */
  replace(flow: Flow, revision: number): void {
    this.change([{ type: 'REPLACE_FLOW', flow }]);
    this.#revision = revision;
    clearTimeout(this.#timer);
    this.#set({ saving: 'saved', failure: undefined });
  }

  /** Takes over the revision that the server has after the draft was published. */
  published(revision: number): void {
    this.#revision = revision;
  }

  async #saveOnce(): Promise<void> {
    const { flow } = this.#state;
    this.#set({ saving: 'saving', failure: undefined });
    try {
      this.#revision = await this.#store.save(flow, this.#revision);
      this.#set({ saving: this.#state.flow === flow ? 'saved' : 'changed' });
    } catch (error) {
      const { message, isRefused } = this.#store.describe(error);
      this.#set({ saving: isRefused ? 'refused' : 'failed', failure: message });
    }
  }

  /** Saves until everything is saved. Resolves to false when it could not be. */
  async saveNow(): Promise<boolean> {
    clearTimeout(this.#timer);
    await this.#saving;
    while (this.#state.saving === 'changed' || this.#state.saving === 'failed') {
      this.#saving = this.#saveOnce();
      await this.#saving;
      // The state has changed while it was saved.
      if (this.getState().saving === 'failed') break;
    }
    return this.getState().saving === 'saved';
  }

  /** Saves although somebody else has changed the flow meanwhile. */
  async overwrite(): Promise<boolean> {
    this.#revision = undefined;
    this.#set({ saving: 'changed' });
    return await this.saveNow();
  }
}
