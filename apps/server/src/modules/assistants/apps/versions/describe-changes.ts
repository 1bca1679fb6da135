import { isDeepStrictEqual } from 'node:util';
import type { SettingChange } from '@atelier/contracts/assistants/apps/versions';

/** The labels of settings whose own name does not say enough. Every other setting is labelled with the words of its name. */
const labels: Record<string, string> = {
  access: 'Who may use it',
  orchestration: 'Answered by',
  answererId: 'What answers',
  knowledgeBaseIds: 'Knowledge bases',
  modelId: 'Model',
  themeName: 'Theme',
  followupConversation: 'Understand follow-up questions',
  followUp: 'Offer next questions',
  summarizeAgent: 'Condense the older conversation',
  csvAgent: 'Compute answers from tables',
  visitorFiles: 'Let visitors attach a file',
  'retrieval.mode': 'Retriever',
  'retrieval.topK': 'Chunks (top K)',
  'retrieval.definition': 'Search in',
  'retrieval.graphMode': 'Search of the graph',
  'retrieval.rerank.enabled': 'Reranking',
  'retrieval.rerank.method': 'Reranking by',
  'retrieval.rerank.candidates': 'Candidates of the reranking',
  'retrieval.rerank.modelId': 'Model of the reranking',
  'retrieval.filter': 'Filter of the documents',
  'retrieval.options.lexicalWeight': 'Weight of words',
  'retrieval.options.queries': 'Additional queries',
  'retrieval.options.parentTokens': 'Surrounding text, tokens',
  'retrieval.options.halfLifeDays': 'Half-life in days',
  'model.temp': 'Temperature',
  'model.topP': 'Top P',
  'model.contextMaxToken': 'Context, tokens',
  'model.responseMaxToken': 'Answer, tokens',
  'model.presentPenalty': 'Presence penalty',
  'model.frequencyPenalty': 'Frequency penalty',
  'chunkingStrategy.previousSession.enabled': 'Read the earlier conversation',
  'chunkingStrategy.previousSession.tokens': 'Earlier conversation, tokens',
  'chunkingStrategy.staticText.enabled': 'Always give a text',
  'chunkingStrategy.staticText.text': 'Text that is always given',
  'guardRail.enabled': 'Guardrails',
  'guardRail.type': 'What the guardrails check',
  'guardRail.configs': 'Checks of the guardrails',
  'guardRail.maskPersonalData': 'Mask personal data',
  'guardRail.blockedMessage': 'Text for blocked questions',
  'visitorLimits.tenMinutes': 'Questions in ten minutes',
  'visitorLimits.day': 'Questions in a day',
};

/** Converts `scoreThreshold` and `PARENT_CHILD` to words. */
const inWords = (name: string): string => {
  const words = (/^[A-Z_]+$/.test(name) ? name.toLowerCase() : name)
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

const labelFor = (path: string): string => labels[path] ?? inWords(path.split('.').at(-1) ?? path);

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Lists the settings with their paths. Lists of values are one setting. */
const flatten = (settings: Record<string, unknown>, prefix = ''): [path: string, value: unknown][] =>
  Object.entries(settings).flatMap(([name, value]): [string, unknown][] =>
    isGroup(value) ? flatten(value, `${prefix}${name}.`) : [[`${prefix}${name}`, value]],
  );

/** The names of what ids in the settings stand for. */
export type Names = ReadonlyMap<string, string>;

const isEnumerated = (value: string): boolean => /^[A-Z][A-Z_]+$/.test(value);

const describeValue = (value: unknown, names: Names): string => {
  if (value === undefined || value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'On' : 'Off';
  if (Array.isArray(value))
    return value.length === 0 ? 'None' : value.map((each) => describeValue(each, names)).join(', ');
  if (typeof value === 'string') return names.get(value) ?? (isEnumerated(value) ? inWords(value) : value);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
};

/** True where null means a default: for a model that of the company, and for the weight of words the one that suits the embedding model. */
const hasDefault = (path: string): boolean => path.endsWith('odelId') || path.endsWith('.lexicalWeight');

/** Returns the name of a model without the id of its provider, which means nothing to people. */
const modelIn = (path: string, value: unknown): unknown =>
  typeof value === 'string' && path.endsWith('odelId') ? value.slice(value.indexOf('/') + 1) : value;

const shownValue = (path: string, value: unknown, names: Names): string =>
  value === null && hasDefault(path) ? 'Default' : describeValue(modelIn(path, value), names);

/** Lists what differs between two versions of the settings, in words. */
export const describeChanges = (
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  names: Names = new Map(),
): SettingChange[] => {
  const earlier = new Map(flatten(before));
  return flatten(after).flatMap(([setting, value]) => {
    const was = earlier.get(setting);
    if (isDeepStrictEqual(was, value)) return [];
    return [
      {
        setting,
        label: labelFor(setting),
        before: shownValue(setting, was, names),
        after: shownValue(setting, value, names),
      },
    ];
  });
};
