// Styles are imported for what they do, not for what they hold.
declare module '*.css';
