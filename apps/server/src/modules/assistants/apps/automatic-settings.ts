import {
  type AutomaticChoice,
  type AutomaticSettings,
  ModelSettings,
} from '@atelier/contracts/assistants/apps/answering';
import { type RetrievalMode, RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';

/** A knowledge base as the automatic configuration sees it. */
export interface KnowledgeFacts {
  name: string;
  /** The retrieval settings that its owner chose. */
  retrieval: RetrievalSettings;
  hasEmbeddings: boolean;
}

/** Several knowledge bases share the chunks, so there are more of them. */
const passagesOfSeveral = 12;

const ofSeveral = (): RetrievalSettings =>
  RetrievalSettings.parse({ topK: passagesOfSeveral, rerank: { enabled: true, method: 'LEXICAL' } });

/** Returns the settings of an app whose builder leaves them to the product. */
export const automaticSettings = (bases: readonly KnowledgeFacts[]): AutomaticSettings => {
  const [only, ...others] = bases;
  return {
    modelId: null,
    retrieval: only && others.length === 0 ? only.retrieval : ofSeveral(),
    model: ModelSettings.parse({}),
  };
};

const nameOfMode: Record<RetrievalMode, string> = {
  AUTO: 'Automatic',
  ATELIER_COSINE: 'Atelier cosine',
  VECTOR: 'Vector',
  BM25: 'Words (BM25)',
  HYBRID: 'Hybrid',
  MULTI_QUERY: 'Multi-query',
  MULTI_VECTOR: 'Multi-vector',
  PARENT_CHILD: 'Parent-child',
  CONTEXTUAL_COMPRESSION: 'Contextual compression',
  TIME_WEIGHTED: 'Time-weighted',
};

const retrieverChoice = (
  { retrieval }: AutomaticSettings,
  { hasEmbeddings, source }: { hasEmbeddings: boolean; source: string | undefined },
): Omit<AutomaticChoice, 'setting'> => {
  if (retrieval.definition === 'KNOWLEDGE_GRAPH')
    return { value: 'Knowledge graph', reason: source ?? 'The knowledge base is searched by its graph.' };
  if (retrieval.mode !== 'AUTO') return { value: nameOfMode[retrieval.mode], reason: source ?? '' };
  return hasEmbeddings
    ? { value: nameOfMode.HYBRID, reason: 'There are embeddings, so words and meaning are both compared.' }
    : { value: nameOfMode.BM25, reason: 'There are no embeddings, so words are compared.' };
};

const describeSource = (bases: readonly KnowledgeFacts[]): string | undefined =>
  bases.length === 1 ? `As set under Retrieval of “${bases[0]?.name ?? ''}”.` : undefined;

const several = 'Several knowledge bases share the chunks';

const searchChoices = (bases: readonly KnowledgeFacts[], settings: AutomaticSettings): AutomaticChoice[] => {
  if (bases.length === 0) return [];
  const { retrieval } = settings;
  const source = describeSource(bases);
  const hasEmbeddings = bases.some((base) => base.hasEmbeddings);
  return [
    { setting: 'Retriever', ...retrieverChoice(settings, { hasEmbeddings, source }) },
    {
      setting: 'Chunks (top K)',
      value: String(retrieval.topK),
      reason: source ?? `${several}, so the model reads more of them.`,
    },
    {
      setting: 'Score threshold',
      value: String(retrieval.scoreThreshold),
      reason:
        source ??
        'Scores of several knowledge bases are hard to compare, so no chunk is left out by its score.',
    },
    {
      setting: 'Reranking',
      value: retrieval.rerank.enabled ? 'On' : 'Off',
      reason: source ?? `${several}, so they are put in order once more. This needs no model.`,
    },
  ];
};

/** Names each setting that the automatic configuration determines, with its reason. */
export const explainAutomatic = (
  bases: readonly KnowledgeFacts[],
  { modelLabel, isExtractive }: { modelLabel: string; isExtractive: boolean },
): AutomaticChoice[] => {
  const settings = automaticSettings(bases);
  const { responseMaxToken, contextMaxToken } = settings.model;
  return [
    {
      setting: 'Model',
      value: modelLabel,
      reason: isExtractive
        ? 'No language model is the default under Models, so sentences of the documents are quoted.'
        : 'It is the default under Models, also when that changes.',
    },
    ...searchChoices(bases, settings),
    {
      setting: 'Context',
      value: `${contextMaxToken.toLocaleString('en')} tokens`,
      reason: 'Every common model can read that much, and the chunks fit into it.',
    },
    {
      setting: 'Answer',
      value: `At most ${responseMaxToken.toLocaleString('en')} tokens`,
      reason: 'That is about two pages.',
    },
  ];
};
