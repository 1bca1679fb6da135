import sampleUrl from './larkspur-bicycles.pdf?url';

/** Loads the handbook of an invented company as a file, as if the user had dropped it. */
export const readSampleFile = async (): Promise<File> => {
  const response = await fetch(sampleUrl);
  if (!response.ok) throw new Error(`The sample answered with ${response.status}`);
  return new File([await response.blob()], 'Larkspur Bicycles.pdf', { type: 'application/pdf' });
};
