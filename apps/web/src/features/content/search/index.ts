export { LanguageModelField } from './fields/language-model-field.tsx';
export { RetrievalFields } from './fields/retrieval-fields.tsx';
export { wholeConditions } from './fields/retrieval-fields-filter.tsx';
export { HistorySection } from './history-section.tsx';
export { retrievers } from './model/retrievers.ts';
export { MoreSettingsPart } from './more-settings.tsx';
export { RetrievalSection } from './retrieval-section.tsx';
