import type { ReactNode } from 'react';
import { formatFileSize } from '../../../lib/format.ts';
import { FileDrop, type FileDropSize } from '../../../ui/forms/file-drop.tsx';
import { useAcceptedFiles } from './api.ts';
import { kindsInWords } from './model/accepted-files.ts';

interface DocumentDropProps {
  title: string;
  size?: FileDropSize;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
  /** Content on which documents can be dropped anywhere. The function places the given buttons. */
  children?: ((buttons: ReactNode) => ReactNode) | undefined;
}

/** A zone to drop documents on. The server says which types it accepts and up to which size. */
export const DocumentDrop = (props: DocumentDropProps) => {
  const { title, size = 'normal', disabled = false, onFiles, children } = props;
  const { data } = useAcceptedFiles();
  const limits = data ? { endings: data.endings, maxSize: data.maxBytes, refusals: data.refusals } : {};
  const kinds = data ? `${kindsInWords(data.endings)}, up to ${formatFileSize(data.maxBytes)} each.` : '';
  return (
    <FileDrop
      title={title}
      hint={`${kinds} One file or hundreds, or a whole folder.`.trim()}
      size={size}
      disabled={disabled}
      folders
      onFiles={onFiles}
      {...limits}
      {...(children ? { children } : {})}
    />
  );
};
