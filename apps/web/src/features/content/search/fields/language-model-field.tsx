import { ModelPicker } from './model-picker.tsx';

interface LanguageModelFieldProps {
  value: string | null;
  onChange: (modelId: string | null) => void;
  disabled?: boolean;
}

/**
 * Selects the language model of a knowledge base (KB-05). It has a box of its own, because the picker aligns with the fields in
 * its row.
 */
export const LanguageModelField = (props: LanguageModelFieldProps) => (
  <div>
    <ModelPicker
      {...props}
      type="CHAT"
      description="It summarizes documents and writes further questions for Multi-query. Apps answer with a model of their own."
      none="No language model is set up yet: summaries are sentences of the documents."
    />
  </div>
);
