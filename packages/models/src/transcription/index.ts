export {
  mostRecordingBytes,
  type SpokenLine,
  type Transcript,
  transcribeRecording,
} from './transcribe-recording.ts';
export { minutePriceFor } from './transcription-prices.ts';
