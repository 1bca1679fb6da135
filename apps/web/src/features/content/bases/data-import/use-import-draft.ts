import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { type SetStateAction, useRef, useState } from 'react';
import { noLabels } from '../../../../lib/document-labels.ts';
import { findConnectorEntry, newDraft, useSourceForms } from '../../sources/index.ts';
import { useKnowledgeBase, useSwitchSummaries } from '../api.ts';
import type { ChosenBase } from '../base/base-picker.tsx';
import { useCreateForm } from '../create/create-base-dialog.tsx';
import type { ImportStart } from './import-start.ts';

/** The kind of source that documents come from (KB-01). */
export type SourceKind = ImportStart['kind'];

/** Returns the catalogue entry whose form is shown. A plugin is read by the connector of its type. */
const chooseFormEntry = (
  entries: readonly ConnectorEntry[],
  chosen: ConnectorEntry | undefined,
): ConnectorEntry | undefined =>
  chosen?.kind === 'PLUGIN' ? (findConnectorEntry(entries, chosen.type) ?? chosen) : chosen;

/** The knowledge base that the address names, from whose page the user came. */
const useGivenBase = (id: string): ChosenBase | null => {
  const { data } = useKnowledgeBase(id, { enabled: id !== '' });
  return data ?? null;
};

/** The target of the import: a knowledge base that is created along the way, or an existing one. */
const useTarget = (start: ImportStart) => {
  const [target, setTarget] = useState(start.target);
  const [picked, setPicked] = useState<ChosenBase | undefined>(start.base);
  const [summarize, setSummarize] = useState(start.summarize);
  const given = useGivenBase(start.givenBase);
  const update = useSwitchSummaries();
  const made = useRef<ChosenBase>(undefined);
  const newBase = useCreateForm((base) => {
    made.current = base;
  }, start.newBase);
  /** Creates the new knowledge base; undefined when the server refused it. */
  const makeBase = async (): Promise<ChosenBase | undefined> => {
    await newBase.send();
    if (!made.current) return undefined;
    // If a later step fails, a second attempt uses the same knowledge base.
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

/** The files and the typed text; there may be both. */
const useDocuments = (start: ImportStart) => {
  const [files, setFiles] = useState<File[]>([]);
  const [lostFiles, setLostFiles] = useState(start.fileCount);
  const [hasText, setHasText] = useState(start.hasText);
  return {
    files,
    setFiles: (change: SetStateAction<File[]>) => {
      setFiles(change);
      setLostFiles(0);
    },
    /** The number of files that were chosen before a reload and have to be chosen again. */
    lostFiles,
    hasText,
    setHasText,
  };
};

/** Everything that is entered on the way to an import. It is kept when the user moves between steps. */
export const useImportDraft = (entries: readonly ConnectorEntry[], start: ImportStart) => {
  const [kind, setKind] = useState(start.kind);
  const [entryId, setEntryId] = useState(start.entryId);
  const [labels, setLabels] = useState(start.labels);
  const documents = useDocuments(start);
  const sources = useSourceForms((entry) => start.sources[entry.id] ?? newDraft(entry));
  const target = useTarget(start);
  const { files, lostFiles, hasText } = documents;
  const chosen = entries.find((entry) => entry.id === entryId && entry.status === 'READY');
  const entryOfKind = {
    documents: () => (hasText ? findConnectorEntry(entries, 'MANUAL') : undefined),
    enterprise: () => chooseFormEntry(entries, chosen),
    website: () => findConnectorEntry(entries, 'WEBSITE'),
  };
  const entry = entryOfKind[kind]();
  const isChosen = files.length > 0 || entryId !== '' || labels !== noLabels;
  return {
    ...target,
    ...documents,
    kind,
    setKind,
    entryId,
    setEntryId,
    files: kind === 'documents' ? files : [],
    labels,
    setLabels,
    /** The source to read with its form; undefined when there are only files. */
    source: entry && { entry, form: sources.formOf(entry) },
    isDirty: start.isKept || target.isDirty || sources.isDirty || isChosen,
    toKeep: () => ({
      ...target.toKeep(),
      kind,
      entryId,
      hasText,
      labels,
      sources: { ...start.sources, ...sources.drafts },
      fileCount: files.length + lostFiles,
    }),
  };
};

export type ImportDraft = ReturnType<typeof useImportDraft>;
