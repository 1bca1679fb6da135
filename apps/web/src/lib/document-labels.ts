import {
  DocumentLabels,
  type DocumentLanguage,
  type DocumentType,
} from '@atelier/contracts/content/bases/import-shapes';

/** The name of each document type in the interface (IMPORT-35). */
export const typeLabels: Record<DocumentType, string> = {
  book: 'Book',
  businessDocument: 'Business document',
  paper: 'Paper',
  personalDocument: 'Personal document',
  socialMediaPost: 'Social media post',
  webPage: 'Web page',
};

/** The name of each document language in the interface (IMPORT-36). */
export const languageLabels: Record<DocumentLanguage, string> = {
  english: 'English',
  german: 'German',
  french: 'French',
  spanish: 'Spanish',
  italian: 'Italian',
  portuguese: 'Portuguese',
  dutch: 'Dutch',
};

/** Joins the labels of a document into one line: "Paper, German, technology". */
export const labelsInWords = ({ documentType, language, categories }: DocumentLabels): string =>
  [documentType && typeLabels[documentType], language && languageLabels[language], ...categories]
    .filter(Boolean)
    .join(', ') || 'Type, language and categories';

/** The labels of a document that nobody has labelled. */
export const noLabels = DocumentLabels.parse({});
