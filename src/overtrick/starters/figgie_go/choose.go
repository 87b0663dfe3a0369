// A Figgie bot to start from, for both trading models: choose returns the name of an action.
package main

import (
	"encoding/json"
	"fmt"
)

// Quote is the best bid or offer of a suit; there may be none.
type Quote struct{ Price, Player int }

// State is what we read of the position: Books in the tick model, Bids and Offers in the turn model.
type State struct {
	Position, Money int
	Hand            map[string]int
	Bids, Offers    map[string]*Quote
	Books           map[string]struct{ Bid, Ask *Quote }
}

// Legal is left alone: we compute what we may do.
type Legal json.RawMessage

// UnmarshalJSON reads nothing.
func (*Legal) UnmarshalJSON([]byte) error { return nil }

const topBid, firstBid, firstOffer, leastPrice = 14, 6, 14, 5

var (
	suits = []string{"spades", "clubs", "hearts", "diamonds"} // the mate of suit s is s ^ 1
	deal  int
	goal  string
)

// Take a good price, else better a quote by 1, else pass.
func choose(question Question, hello Hello) string {
	state := question.State
	if question.Deal != deal {
		deal, goal = question.Deal, likelyGoal(state.Hand) // from the hand as dealt: what we buy must not change it
	}
	if action := trade(state); action != "" {
		return action
	}
	if action := quote(state); action != "" {
		return action
	}
	return "pass"
}

// The longest suit dealt to us is probably the one of twelve cards; the goal suit is its mate.
func likelyGoal(hand map[string]int) string {
	longest := 0
	for suit := range suits {
		if hand[suits[suit]] > hand[suits[longest]] {
			longest = suit
		}
	}
	return suits[longest^1]
}

// Return the best bid and the best offer of a suit.
func (state State) book(suit string) (*Quote, *Quote) {
	if state.Books != nil {
		return state.Books[suit].Bid, state.Books[suit].Ask
	}
	return state.Bids[suit], state.Offers[suit]
}

func trade(state State) string {
	_, offer := state.book(goal)
	if offer != nil && offer.Price <= topBid && offer.Price <= state.Money && offer.Player != state.Position {
		return "buy " + goal
	}
	for _, suit := range suits {
		bid, _ := state.book(suit)
		if suit != goal && state.Hand[suit] > 0 && bid != nil && bid.Price >= leastPrice && bid.Player != state.Position {
			return "sell " + suit
		}
	}
	return ""
}

func quote(state State) string {
	bid, offer := state.book(goal)
	more, word := firstBid, "offer"
	if bid != nil {
		more = bid.Price + 1
	}
	free := (bid == nil || bid.Player != state.Position) && (offer == nil || offer.Price > more)
	if free && more <= topBid && more <= state.Money {
		return fmt.Sprintf("bid %s %d", goal, more)
	}
	if state.Books != nil {
		word = "ask"
	}
	for _, suit := range suits {
		bid, offer := state.book(suit)
		less := firstOffer
		if offer != nil {
			less = offer.Price - 1
		}
		ours := offer != nil && offer.Player == state.Position
		if suit != goal && state.Hand[suit] > 0 && !ours && less >= leastPrice && (bid == nil || bid.Price < less) {
			return fmt.Sprintf("%s %s %d", word, suit, less)
		}
	}
	return ""
}
