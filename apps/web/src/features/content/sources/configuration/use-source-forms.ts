import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { useState } from 'react';
import { judgeDraft, newDraft, type Refusals, type SourceDraft } from '../model/source-draft.ts';

interface FormState {
  draft: SourceDraft;
  refusals: Refusals;
  /** The number of failed validations. After each, the first refused field is focused. */
  tries: number;
}

/** The form of one source. */
export interface SourceForm extends FormState {
  onChange: (draft: SourceDraft) => void;
  /** Returns true when the draft can be sent, and shows its errors otherwise. */
  judge: () => boolean;
}

/** The drafts of all kinds of source, so that choosing another kind and coming back keeps the input. */
export const useSourceForms = (initial: (entry: ConnectorEntry) => SourceDraft = newDraft) => {
  const [forms, setForms] = useState<Record<string, FormState>>({});
  const formFor = (entry: ConnectorEntry): SourceForm => {
    const state = forms[entry.id] ?? { draft: initial(entry), refusals: new Map(), tries: 0 };
    const set = (change: Partial<FormState>) =>
      setForms((before) => ({ ...before, [entry.id]: { ...(before[entry.id] ?? state), ...change } }));
    return {
      ...state,
      onChange: (draft) =>
        set({ draft, refusals: state.refusals.size > 0 ? judgeDraft(entry, draft) : state.refusals }),
      judge: () => {
        const refusals = judgeDraft(entry, state.draft);
        set({ refusals, tries: state.tries + (refusals.size > 0 ? 1 : 0) });
        return refusals.size === 0;
      },
    };
  };
  /** The drafts by the id of their catalogue entry. */
  const drafts: Record<string, SourceDraft> = Object.fromEntries(
    Object.entries(forms).map(([id, { draft }]) => [id, draft]),
  );
  return { formOf: formFor, drafts, isDirty: Object.keys(forms).length > 0, clear: () => setForms({}) };
};
