import { Button, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { CopyButton } from './content/copy-button.tsx';
import classes from './share-link.module.css';

interface ShareLinkProps {
  link: string;
  /** Who may use it. */
  description?: string;
}

/** A link to hand on: to read, to copy and to open beside this page. */
export const ShareLink = ({ link, description }: ShareLinkProps) => (
  <div className={classes.root}>
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
