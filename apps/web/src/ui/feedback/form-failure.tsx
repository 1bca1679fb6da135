import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../content/copy-button.tsx';
import type { ErrorDescription } from './describe-error.ts';

export interface FormProblem extends ErrorDescription {
  /** The choice that the user has now. */
  choice?: ReactNode;
}

/** The button that was pressed may be far from the failure. The bar with the button covers the end of a page. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'center' });

/** A failure of a form that does not belong to one field. */
export const FormFailure = ({ failure }: { failure: FormProblem | undefined }) =>
  failure === undefined ? null : (
    <div className="beside-2 danger-box small pad-3 text-color" role="alert" ref={bringIntoView}>
      <IconAlertCircle className="danger rigid" size={18} aria-hidden="true" />
      <div>
        {failure.message}
        {failure.choice}
        {failure.requestId === undefined || (failure.status ?? 0) < 500 ? null : (
          <div className="line-1 muted tiny above-1">
            Request <code>{failure.requestId}</code>
            <CopyButton value={failure.requestId} label="Copy request id" size="xs" />
          </div>
        )}
      </div>
    </div>
  );
