export { useIndexChoices, useVersions } from './api.ts';
export { IndexOffer } from './index-offer.tsx';
export { IndexVersionsSection } from './index-versions-section.tsx';
export { durationInWords } from './model/duration-in-words.ts';
export { modelInWords } from './model/version-words.ts';
export { NoEmbeddingModel } from './no-embedding-model.tsx';
export { TrySettingsForm } from './try-settings-panel.tsx';
