/** The words for the actions on documents, by action. */
export const documentWords: Record<string, { label: string; phrase: string }> = {
  'knowledge.import_added': { label: 'Document added', phrase: 'added the document {}' },
  'knowledge.import_unchanged': {
    label: 'Document sent again',
    phrase: 'sent the document {} again, unchanged',
  },
  'knowledge.import_retried': { label: 'Document tried again', phrase: 'retried the import of {}' },
  'knowledge.import_cancelled': { label: 'Document stopped', phrase: 'cancelled the import of {}' },
  'knowledge.import_removed': { label: 'Document deleted', phrase: 'deleted the document {}' },
  'knowledge.import_replaced': { label: 'Document replaced', phrase: 'replaced the document {}' },
  'knowledge.content_edited': { label: 'Document edited', phrase: 'edited the text of {}' },
  'knowledge.metadata_changed': { label: 'Document details changed', phrase: 'changed the details of {}' },
  'knowledge.summary_ordered': { label: 'Summary ordered', phrase: 'ordered a summary of {}' },
  'knowledge.encoding_chosen': {
    label: 'Encoding of a document chosen',
    phrase: 'read {} again as {encoding}',
  },
  'knowledge.lines_corrected': { label: 'Table corrected', phrase: 'corrected cells in the text of {}' },
  'knowledge.version_reverted': { label: 'Document reverted', phrase: 'returned {} to version {to}' },
  'knowledge.version_deleted': {
    label: 'Version of a document deleted',
    phrase: 'deleted version {version} of {}',
  },
};
