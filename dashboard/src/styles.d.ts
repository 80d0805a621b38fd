// Styles are imported for their effect, not for their exports.
declare module '*.css';
