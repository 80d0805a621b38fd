// What a thread of the compute pool runs to show that it is there.
export default function answer(): void {}
