import { ModelPicker } from './model-picker.tsx';

interface LanguageModelFieldProps {
  value: string | null;
  onChange: (modelId: string | null) => void;
  disabled?: boolean;
}

/** Which model writes for a knowledge base (KB-05). In a box of its own, because the picker aligns itself with fields of a row. */
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
