import {
  DocumentLabels,
  type DocumentLanguage,
  type DocumentType,
} from '@atelier/contracts/content/bases/import-shapes';

/** Document types as people read them (IMPORT-35). */
export const typeLabels: Record<DocumentType, string> = {
  book: 'Book',
  businessDocument: 'Business document',
  paper: 'Paper',
  personalDocument: 'Personal document',
  socialMediaPost: 'Social media post',
  webPage: 'Web page',
};

/** Languages as people read them (IMPORT-36). */
export const languageLabels: Record<DocumentLanguage, string> = {
  english: 'English',
  german: 'German',
  french: 'French',
  spanish: 'Spanish',
  italian: 'Italian',
  portuguese: 'Portuguese',
  dutch: 'Dutch',
};

/** "Paper, German, technology" */
export const labelsInWords = ({ documentType, language, categories }: DocumentLabels): string =>
  [documentType && typeLabels[documentType], language && languageLabels[language], ...categories]
    .filter(Boolean)
    .join(', ') || 'Type, language and categories';

/** What is said of documents of which nothing is said. */
export const noLabels = DocumentLabels.parse({});
