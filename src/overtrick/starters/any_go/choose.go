// A bot for GAME to start from: choose returns the name of one of the legal actions.
package main

// State is what we read of the position; give it the fields that you need.
type State map[string]any

// Legal has the names of the legal actions.
type Legal []string

// Play the first legal action.
func choose(question Question, hello Hello) string {
	return question.Legal[0]
}
