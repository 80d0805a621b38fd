// The name under which a token stands in the tags of audio files (ID3, Vorbis comments), shown by
// every tag editor.
export const tokenField = 'PROVENANCE_TOKEN';
