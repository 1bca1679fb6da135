import { WordLanguage } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Select } from '@mantine/core';
import { ExplainedField } from '../../../ui/forms/explained-field.tsx';
import { wordLanguageLabels } from './model/word-languages.ts';

const choices = WordLanguage.options.map((value) => ({ value, label: wordLanguageLabels[value] }));

interface WordLanguageFieldProps {
  value: WordLanguage;
  onChange: (language: WordLanguage) => void;
}

/** Selects the language whose word forms are treated as equal when an index is searched by words. */
export const WordLanguageField = ({ value, onChange }: WordLanguageFieldProps) => (
  <ExplainedField
    label="Language of the documents"
    help="A question for “houses” then finds “house” too. Choose the one that most documents are in; those in other languages are still found by the same words."
  >
    {(id) => (
      <Select
        id={id}
        data={choices}
        allowDeselect={false}
        searchable
        value={value}
        onChange={(chosen) => onChange(WordLanguage.parse(chosen))}
      />
    )}
  </ExplainedField>
);
