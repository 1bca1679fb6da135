import type { ConnectorEntry } from '@atelier/contracts/source-shapes';
import { type SetStateAction, useRef, useState } from 'react';
import { noLabels } from '../../../lib/document-labels.ts';
import { useUrlWords } from '../../../ui/use-url-state.ts';
import { entryOf, newDraft, useSourceForms } from '../../sources/index.ts';
import { useKnowledgeBase, useSwitchSummaries } from '../api.ts';
import type { ChosenBase } from '../base/base-picker.tsx';
import { useCreateForm } from '../base/create-base-dialog.tsx';
import type { KeptImport } from './kept-import.ts';

/** Where documents come from (KB-01). */
export type SourceKind = 'documents' | 'enterprise' | 'website';

const isKind = (word: string): word is SourceKind =>
  word === 'documents' || word === 'enterprise' || word === 'website';

/** The entry whose form is filled in: a plugin is read by the connector of its type. */
const formEntryOf = (
  entries: readonly ConnectorEntry[],
  chosen: ConnectorEntry | undefined,
): ConnectorEntry | undefined =>
  chosen?.kind === 'PLUGIN' ? (entryOf(entries, chosen.type) ?? chosen) : chosen;

/** Where it goes, as far as the address says so: the knowledge base that the person came from. */
const useGivenBase = (id: string): ChosenBase | null => {
  const { data } = useKnowledgeBase(id, { enabled: id !== '' });
  return data ?? null;
};

/** A knowledge base that is made on the way, or one that is there. */
const useTarget = (givenId: string, kept: KeptImport | undefined) => {
  const atFirst = kept?.target ?? (givenId === '' ? 'new' : 'existing');
  const [target, setTarget] = useState<'new' | 'existing'>(atFirst);
  const [picked, setPicked] = useState<ChosenBase | undefined>(kept?.base);
  const [summarize, setSummarize] = useState(kept?.summarize ?? false);
  const given = useGivenBase(givenId);
  const update = useSwitchSummaries();
  const made = useRef<ChosenBase>(undefined);
  const newBase = useCreateForm((base) => {
    made.current = base;
  }, kept?.newBase);
  /** Makes the new knowledge base; undefined when it was refused. */
  const makeBase = async (): Promise<ChosenBase | undefined> => {
    await newBase.send();
    if (!made.current) return undefined;
    // Whatever fails from here on, a second try goes into the same one.
    setPicked(made.current);
    setTarget('existing');
    const params = { id: made.current.knowledgeBaseId };
    if (summarize) await update.mutateAsync({ params, body: { summarize } }).catch(newBase.refuse);
    return made.current;
  };
  const refinement = { summarize, setSummarize };
  const isDirty = newBase.isDirty || picked !== undefined;
  const toKeep = () => ({ target, base: picked, summarize, newBase: newBase.form.getValues() });
  return {
    target,
    setTarget,
    base: picked ?? given,
    setBase: setPicked,
    newBase,
    makeBase,
    isDirty,
    toKeep,
    ...refinement,
  };
};

/** Everything that is filled in on the way to an import; all of it stays while steps are left and entered. */
export const useImportDraft = (entries: readonly ConnectorEntry[], kept: KeptImport | undefined) => {
  const [words] = useUrlWords(['base', 'source']);
  const [kind, setKind] = useState<SourceKind>(
    kept?.kind ?? (isKind(words.source) ? words.source : 'documents'),
  );
  const [entryId, setEntryId] = useState(kept?.entryId ?? '');
  const [files, setFiles] = useState<File[]>([]);
  const [lostFiles, setLostFiles] = useState(kept?.fileCount ?? 0);
  const [hasText, setHasText] = useState(kept?.hasText ?? false);
  const [labels, setLabels] = useState(kept?.labels ?? noLabels);
  const sources = useSourceForms((entry) => kept?.sources[entry.id] ?? newDraft(entry));
  const target = useTarget(words.base, kept);
  const chosen = entries.find((entry) => entry.id === entryId && entry.status === 'READY');
  const entryOfKind = {
    documents: () => (hasText ? entryOf(entries, 'MANUAL') : undefined),
    enterprise: () => formEntryOf(entries, chosen),
    website: () => entryOf(entries, 'WEBSITE'),
  };
  const entry = entryOfKind[kind]();
  return {
    ...target,
    kind,
    setKind,
    entryId,
    setEntryId,
    files: kind === 'documents' ? files : [],
    setFiles: (change: SetStateAction<File[]>) => {
      setFiles(change);
      setLostFiles(0);
    },
    /** How many were chosen before a reload, and have to be chosen again. */
    lostFiles,
    hasText,
    setHasText,
    labels,
    setLabels,
    /** The source to be read, and its form; none where there are files only. */
    source: entry && { entry, form: sources.formOf(entry) },
    isDirty:
      kept !== undefined ||
      target.isDirty ||
      files.length > 0 ||
      sources.isDirty ||
      entryId !== '' ||
      labels !== noLabels,
    toKeep: () => ({
      ...target.toKeep(),
      kind,
      entryId,
      hasText,
      labels,
      sources: { ...kept?.sources, ...sources.drafts },
      fileCount: files.length + lostFiles,
    }),
  };
};

export type ImportDraft = ReturnType<typeof useImportDraft>;
