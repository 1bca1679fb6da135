import { TextLink } from '../../../ui/layout/text-link.tsx';

/** Says what to do when documents can only be found by words. */
export const NoEmbeddingModel = () => (
  <p className="note align-self-end">
    Documents are found by their words. To find them by their meaning as well,{' '}
    <TextLink to="/models">add an embedding model under Models</TextLink>.
  </p>
);
