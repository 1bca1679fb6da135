import { ModelPicker } from './model-picker.tsx';

interface LanguageModelFieldProps {
  value: string | null;
  onChange: (modelId: string | null) => void;
  disabled?: boolean;
}

/** Which model writes for a knowledge base (KB-05). */
export const LanguageModelField = (props: LanguageModelFieldProps) => (
  <ModelPicker
    {...props}
    type="CHAT"
    description="It summarizes documents and writes further questions for Multi-query. Apps answer with a model of their own."
    none="No language model is set up yet: summaries are sentences of the documents."
  />
);
