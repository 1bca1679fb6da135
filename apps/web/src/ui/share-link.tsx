import { Button, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { CopyButton } from './content/copy-button.tsx';
import classes from './share-link.module.css';

interface ShareLinkProps {
  link: string;
  /** Says who may use the link. */
  description?: string;
}

/** A link to share, which can be read, copied and opened in another tab. */
export const ShareLink = ({ link, description }: ShareLinkProps) => (
  <div className="wrap-2 flex-end">
    <TextInput
      className={classes.field ?? ''}
      label="Link"
      description={description}
      value={link}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
    />
    <CopyButton withText value={link} label="Copy link" />
    <Button
      component="a"
      variant="default"
      href={link}
      target="_blank"
      rel="noopener"
      leftSection={<IconExternalLink size={16} />}
    >
      Open
    </Button>
  </div>
);
