// Answers questions, one JSON object on each line: whether a proof holds, and what a note says.
package main

import (
	"encoding/json"
	"fmt"
	"io"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	writtenProof
	Note  []byte   `json:"note"`
	VKeys []string `json:"vkeys"`
}

type reply struct {
	Holds bool     `json:"holds"`
	Text  string   `json:"text,omitempty"`
	Names []string `json:"names,omitempty"`
}

func answer(input io.Reader) error {
	decoder := json.NewDecoder(input)
	for {
		var asked question
		if err := decoder.Decode(&asked); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		given, err := asked.reply()
		if err != nil {
			return err
		}
		if err := printLine(given); err != nil {
			return err
		}
	}
}

func (asked question) reply() (reply, error) {
	switch asked.Kind {
	case "inclusion":
		err := tlog.CheckRecord(asked.Proof, asked.Size, asked.Root, asked.Index, asked.Leaf)
		return reply{Holds: err == nil}, nil
	case "consistency":
		err := tlog.CheckTree(asked.Proof, asked.Size, asked.Root, asked.From, asked.Old)
		return reply{Holds: err == nil}, nil
	case "verifier-key":
		_, err := note.NewVerifier(asked.VKeys[0])
		return reply{Holds: err == nil}, nil
	case "note":
		return asked.openNote()
	}
	return reply{}, fmt.Errorf("unknown kind %q", asked.Kind)
}

func (asked question) openNote() (reply, error) {
	var verifiers []note.Verifier
	for _, vkey := range asked.VKeys {
		verifier, err := note.NewVerifier(vkey)
		if err != nil {
			return reply{}, err
		}
		verifiers = append(verifiers, verifier)
	}
	opened, err := note.Open(asked.Note, note.VerifierList(verifiers...))
	if err != nil {
		return reply{}, nil
	}
	given := reply{Holds: true, Text: opened.Text}
	for _, signature := range opened.Sigs {
		given.Names = append(given.Names, signature.Name)
	}
	return given, nil
}
