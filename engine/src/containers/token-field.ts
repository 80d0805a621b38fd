// The name of the token in the tags of audio files (ID3, Vorbis comments). Every tag editor shows
// it.
export const tokenField = 'PROVENANCE_TOKEN';
