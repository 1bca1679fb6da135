export { findConnectorEntry, useConnectors, useSource, useStartSource } from './api.ts';
export { ConnectorCatalogue } from './catalogue/connector-catalogue.tsx';
export { OwnFields } from './configuration/own-fields.tsx';
export { SourceFields } from './configuration/source-fields.tsx';
export { useSourceForms } from './configuration/use-source-forms.ts';
export { OriginField, parseOrigin } from './list/origin-field.tsx';
export { SourceReport } from './list/source-report.tsx';
export { SourcesSection } from './list/sources-section.tsx';
export { WebsiteSection } from './list/website-section.tsx';
export {
  newDraft,
  proposeName,
  type SourceDraft,
  toSourceBody,
  toSourceInput,
} from './model/source-draft.ts';
export { balanceInWords } from './model/source-words.ts';
export { useLiveSources } from './use-live-sources.ts';
