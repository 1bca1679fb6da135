import { knowsDocuments } from '@atelier/contracts/content/bases/index-format';
import type { IndexVersion } from '@atelier/contracts/content/versions/index-versions';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { sizesInWords, strategyInWords, wordLanguageLabels } from '../../indexing/index.ts';

const under = new Set(['QUEUED', 'RUNNING', 'WAITING']);

export const isUnderWork = ({ run }: Pick<IndexVersion, 'run'>): boolean =>
  run !== null && under.has(run.status);

type Stated = Pick<IndexVersion, 'run' | 'status' | 'pending'>;

/** Returns the badge for the state of a version. */
export const toVersionBadge = (version: Stated): { tone: StatusTone; label: string } => {
  const { run, status, pending } = version;
  if (isUnderWork(version))
    return run?.switches
      ? { tone: 'progress', label: 'Catching up, then it answers' }
      : { tone: 'progress', label: status === 'BUILDING' ? 'Being built' : 'Catching up' };
  if (status === 'ACTIVE') return { tone: 'success', label: 'Answers now' };
  if (run?.status === 'FAILED') return { tone: 'danger', label: 'Stopped' };
  if (status === 'RETIRED') return { tone: 'neutral', label: 'Answered before' };
  if (run?.status === 'CANCELLED') return { tone: 'warning', label: 'Cancelled' };
  return pending === 0 ? { tone: 'info', label: 'Ready to answer' } : { tone: 'warning', label: 'Behind' };
};

const storeNames = {
  EMBEDDED: 'Atelier',
  PGVECTOR: 'pgvector',
  QDRANT: 'Qdrant',
  ELASTICSEARCH: 'Elasticsearch',
  CHROMA: 'Chroma',
  PINECONE: 'Pinecone',
  WEAVIATE: 'Weaviate',
  MILVUS: 'Milvus',
} as const;

/** Removes the provider from the id of a model. */
export const modelInWords = (modelId: string): string => modelId.slice(modelId.indexOf('/') + 1);

type Settings = Pick<IndexVersion, 'chunking' | 'language' | 'format' | 'embeddingModelId' | 'vectorStore'>;

/** Summarises the settings: "Automatic · 400 tokens, 60 overlap · English · text-embedding-3-small · Qdrant". */
export const settingsInWords = ({
  chunking,
  language,
  format,
  embeddingModelId,
  vectorStore,
}: Settings): string =>
  [
    strategyInWords(chunking),
    sizesInWords(chunking),
    wordLanguageLabels[language],
    ...(knowsDocuments({ format }) ? [] : ['without document names']),
    embeddingModelId === null ? 'by words only' : modelInWords(embeddingModelId),
    storeNames[vectorStore],
  ].join(' · ');

export const percent = (share: number): string => `${Math.round(share * 100)} %`;
