import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { JsonDialog, type JsonDialogProps } from '../../../../lib/runs/json-dialog.tsx';
import { AttachFile, withFile } from './attach-file.tsx';

interface PayloadDialogProps extends Omit<JsonDialogProps, 'label' | 'description' | 'onSubmit' | 'more'> {
  /** The flow for which files can be attached to the data. */
  flowId: string;
  /** Gets the payload, or undefined when it stays as it is. */
  onSubmit: (payload: JsonValue | undefined) => void;
}

/** Asks for the data with which a flow is started. */
export const PayloadDialog = ({ flowId, onSubmit, ...dialog }: PayloadDialogProps) => (
  <JsonDialog
    {...dialog}
    label="Data of the trigger"
    description={`JSON, for example {"body": {"n": 1}}.`}
    onSubmit={(payload) => onSubmit(payload as JsonValue | undefined)}
    more={(payload, write) => (
      <AttachFile
        flowId={flowId}
        onFile={(file) => write(JSON.stringify(withFile(payload as JsonValue, file), null, 2))}
      />
    )}
  />
);
