import { DocumentLabels } from '@atelier/contracts/content/bases/import-shapes';
import type { NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { useState } from 'react';
import { z } from 'zod';
import { useUser } from '../../../../lib/account/session.ts';
import { useKept } from '../../../../lib/browser/kept-over-reload.ts';
import { noLabels } from '../../../../lib/document-labels.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import type { SourceDraft } from '../../sources/index.ts';

const Base = z.object({ knowledgeBaseId: z.string(), name: z.string() });

/** Accepts any object. The form validates its fields again. */
const fields = <T extends object>() =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/**
 * The part of an import that survives a reload of the tab, before and after it has begun. A browser does not keep the files.
 */
export const KeptImport = z.object({
  kind: z.enum(['documents', 'enterprise', 'website']),
  entryId: z.string(),
  hasText: z.boolean(),
  labels: DocumentLabels,
  target: z.enum(['new', 'existing']),
  base: Base.optional(),
  summarize: z.boolean(),
  newBase: fields<Partial<z.input<typeof NewKnowledgeBase>>>(),
  sources: z.record(z.string(), fields<SourceDraft>()),
  fileCount: z.number().int(),
  /** The index of the furthest step that was reached. */
  reached: z.number().int().min(0),
  begun: z
    .object({ knowledgeBaseId: z.string(), sourceId: z.string().optional(), hasFiles: z.boolean() })
    .optional(),
});
export type KeptImport = z.infer<typeof KeptImport>;

const parseImportKind = (word: string): KeptImport['kind'] =>
  KeptImport.shape.kind.safeParse(word).data ?? 'documents';

/** The initial state of an import: the values kept over a reload, otherwise those in the address. */
export const useImportStart = () => {
  const { userId, tenantId } = useUser();
  const [{ base, source, step }] = useUrlWords(['base', 'source', 'step']);
  // The key contains the user, the tenant and the start of the import, so that the values of different imports are kept apart.
  const key = ['atelier-import', tenantId, userId, base, source].join(':');
  const found = useKept(key, KeptImport);
  // An address with a step means a reload, so the kept values apply. Any other link begins a new import.
  const [kept] = useState(step === '' ? undefined : found);
  const nothing: KeptImport = {
    kind: parseImportKind(source),
    entryId: '',
    hasText: false,
    labels: noLabels,
    target: base === '' ? 'new' : 'existing',
    summarize: false,
    newBase: {},
    sources: {},
    fileCount: 0,
    reached: 0,
  };
  return { key, givenBase: base, isKept: kept !== undefined, ...(kept ?? nothing) };
};

export type ImportStart = ReturnType<typeof useImportStart>;
